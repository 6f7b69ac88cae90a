import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { SettingValues } from '#shared/model/setting-parts.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { fetchImpact } from './impact.ts';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';

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

export interface ImpactNoteProps {
  readonly values: SettingValues;
  readonly config: RaceConfig;
}

/** What changes would do to the results, for a dialog that asks about them. */
export function ImpactNote({ values, config }: ImpactNoteProps): ReactNode {
  const calls = useCalls();
  const { data: lines } = useQuery({
    queryKey: ['settings-impact', ...values],
    queryFn: async () => (await fetchImpact(calls, values, config)) ?? 'unknown',
    // Reads come in while nobody asks: an answer is of its own dialog alone.
    gcTime: 0,
  });
  if (lines === undefined) return <p>Looking at what this does to the results…</p>;
  if (lines === 'unknown') return <ImpactLines lines={undefined} />;
  return lines.length === 0 ? <p>No result changes now.</p> : <ImpactLines lines={lines} />;
}

/** What is known to follow for the results; `undefined` when that cannot be told. */
function ImpactLines({ lines }: { readonly lines: readonly string[] | undefined }): ReactNode {
  return lines ? (
    <>
      <p>This changes results that are shown to everyone:</p>
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
  );
}
