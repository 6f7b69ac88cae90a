import type { ReactNode } from 'react';

import { Banner } from '../../components/Banner.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';

export interface ImpactQuestion {
  /** What saving would do to the results; undefined when that cannot be told. */
  readonly lines: readonly string[] | undefined;
  readonly answer: (isWanted: boolean) => void;
}

/** Asks before settings are saved that change results that are there. */
export function ImpactDialog({ lines, answer }: ImpactQuestion): ReactNode {
  return (
    <ConfirmDialog
      title="Change the results?"
      confirmLabel="Save and change them"
      kind="danger"
      onConfirm={() => {
        answer(true);
      }}
      onCancel={() => {
        answer(false);
      }}
    >
      {lines ? (
        <>
          <p>Saving this changes results that are shown to everyone:</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <Banner kind="notice">
          What this does to the results cannot be told just now. Every time is computed anew.
        </Banner>
      )}
      <p>No scan is lost: setting it back brings the results back.</p>
    </ConfirmDialog>
  );
}
