import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { describeChange } from '#client/organisers/runners/describe-change.ts';
import { nameSource } from '#client/organisers/rollcall/describe-called.ts';
import { describeSince, describeTime } from '#client/organisers/runners/describe-last-seen.ts';
import { readHistory } from '#client/organisers/runners/runner-calls.ts';
import { useWorkspace } from './use-workspace.ts';

export interface RunnerHistoryProps {
  readonly runnerId: string;
  /** The history is fetched once for each revision. */
  readonly rev: number;
  readonly isOpen?: boolean;
}

/** Every change of a runner, newest first. */
export function RunnerHistory(props: RunnerHistoryProps): ReactNode {
  const { runnerId, rev, isOpen } = props;
  const { config, nowMs, today } = useWorkspace().clock;
  const { timeZone } = config;
  const calls = useCalls();
  const { data: entries, error } = useQuery({
    queryKey: ['history', runnerId, rev],
    queryFn: () => readHistory(calls, runnerId),
  });
  if (error) return <p className="text-s muted anywhere">The history is unavailable right now.</p>;
  const last = entries?.[0];
  if (!last) {
    return <p className="text-s muted anywhere">{entries ? 'Not changed since the import' : ''}</p>;
  }
  const lastMs = Date.parse(last.at);
  return (
    <details className="shrinks open:basis-full" open={isOpen}>
      <summary className="opener text-s muted anywhere min-h-11 w-fit content-center py-2">
        Changed by {nameSource(last.by, config)}{' '}
        {describeSince(nowMs - lastMs) || `on ${describeTime(lastMs, timeZone, today)}`} ·{' '}
        <u>history</u>
      </summary>
      <section
        className="text-s mb-2.5 max-h-64 overflow-y-auto rounded-md border border-line bg-surface"
        // Focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="History"
      >
        <ol className="plain-list lined">
          {entries.map((entry) => (
            <li key={entry.version} className="grid anywhere gap-px px-3 py-2">
              <span className="muted">
                {describeTime(Date.parse(entry.at), timeZone, today)} ·{' '}
                {nameSource(entry.by, config)}
              </span>
              {describeChange(entry, config).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </li>
          ))}
        </ol>
      </section>
    </details>
  );
}
