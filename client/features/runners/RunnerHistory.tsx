import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { HistoryEntry, SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useRaceNow } from '#client/organisers/lists/use-race-now.ts';
import { useCalls, useMay } from '#client/organisers/session/use-session.ts';
import { describeAge, describeChange } from '#client/organisers/runners/describe-change.ts';
import { describeTime, useToday } from '#client/organisers/runners/describe-last-seen.ts';
import { describeRefusal, undoLastChange } from '#client/organisers/runners/runner-calls.ts';
import { useRunnerHistory } from './use-runner-history.ts';

export interface RunnerHistoryProps {
  readonly runnerId: string;
  /** The history is refetched for each revision. */
  readonly rev: number;
  readonly isOpen?: boolean;
  readonly mayUndo: () => boolean;
  readonly onUndone: () => void;
}

export function RunnerHistory(props: RunnerHistoryProps): ReactNode {
  const { runnerId, rev, isOpen, mayUndo, onUndone } = props;
  const { data: config } = useConfig();
  const nowMs = useRaceNow(config);
  const { timeZone } = config ?? DEFAULT_CONFIG;
  const today = useToday(timeZone);
  const { data: entries, error } = useRunnerHistory({ runnerId, rev });
  if (error) return <p className="text-s muted anywhere">The history is unavailable right now.</p>;
  const last = entries?.[0];
  if (!last) {
    return <p className="text-s muted anywhere">{entries ? 'Not changed since the import' : ''}</p>;
  }
  // Reports are taken back where they were made.
  const lastOfEntry = entries.find(({ before, after }) => before?.rev !== after?.rev);
  return (
    <details className="shrinks open:basis-full" open={isOpen}>
      <summary className="opener text-s muted anywhere min-h-11 w-fit content-center py-2">
        Changed by {last.by} {describeAge(last.at, nowMs, timeZone)} · <u>history</u>
      </summary>
      <section
        className="text-s mb-2.5 max-h-64 overflow-y-auto rounded-md border border-line bg-surface"
        // Focusable, so that the keyboard can scroll it where it is cut off.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="History"
      >
        <ol className="plain-list lined">
          {entries.map((entry) => (
            <li key={entry.version} className="grid anywhere gap-px px-3 py-2">
              <span className="muted">
                {describeTime(Date.parse(entry.at), timeZone, today)} · {entry.by}
              </span>
              {describeChange(entry, config).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </li>
          ))}
        </ol>
      </section>
      {lastOfEntry && (
        <UndoButton runnerId={runnerId} last={lastOfEntry} mayUndo={mayUndo} onUndone={onUndone} />
      )}
    </details>
  );
}

interface UndoButtonProps {
  readonly runnerId: string;
  /** The change shown as the last one: if another came after it, nothing is undone. */
  readonly last: HistoryEntry;
  readonly mayUndo: () => boolean;
  readonly onUndone: () => void;
}

function UndoButton({ runnerId, last, mayUndo, onUndone }: UndoButtonProps): ReactNode {
  const calls = useCalls();
  const may = useMay();
  const undo = useMutation<SaveRunnerReply>({
    mutationFn: () => undoLastChange(calls, runnerId, last.version),
    onSuccess: ({ result }) => {
      if (result === 'Success') onUndone();
    },
  });
  if (!may('results:edit')) return null;
  const problem = undo.error ? messageOf(undo.error) : undo.data && describeRefusal(undo.data);
  return (
    <>
      {problem === undefined ? null : <Banner kind="alert">{problem}</Banner>}
      <Button
        isBusy={undo.isPending}
        onClick={() => {
          if (mayUndo()) undo.mutate();
        }}
      >
        Undo the last change
      </Button>
    </>
  );
}
