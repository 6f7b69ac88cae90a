import type { ReactNode } from 'react';

import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { ImpactLines } from './ImpactNote.tsx';

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
      <ImpactLines lines={lines} />
      <p>No scan is lost: setting it back brings the results back.</p>
    </ConfirmDialog>
  );
}
