import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BackupEntry, RestoreReply } from '#shared/wire/import-api.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { type RaceDay, useRaceDay } from '#client/organisers/lists/race-clock.tsx';
import { formatSecond } from '#client/organisers/reads/describe-read.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { useOwnReplacement } from './use-own-replacement.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';

export function backupsQuery(calls: Calls) {
  return queryOptions({
    queryKey: ['backups'],
    queryFn: () => calls.get<BackupEntry[]>('/backups'),
  });
}

const REASONS: Readonly<Record<string, string>> = {
  import: 'before an import',
  merge: 'before late entries',
  restore: 'before a restore',
};

export function Backups(): ReactNode {
  const calls = useCalls();
  const queries = useQueryClient();
  const day = useRaceDay();
  const query = useQuery(backupsQuery(calls));
  const { data: backups } = query;
  const [chosen, setChosen] = useState<BackupEntry>();
  const [done, setDone] = useState<RestoreReply>();
  useOwnReplacement(done !== undefined);

  const finish = (reply: RestoreReply): void => {
    setChosen(undefined);
    setDone(reply);
    void queries.invalidateQueries({ queryKey: backupsQuery(calls).queryKey });
  };

  return (
    <section className="stack-10 mt-[22px]" aria-labelledby="backups">
      <h2 id="backups" className="bold text-title-m">
        Backups
      </h2>
      {done ? (
        <div ref={showResult}>
          <Banner kind="done">{describeRestored(done, day)}</Banner>
        </div>
      ) : null}
      <FetchState what="The backups" queries={[query]} />
      {backups?.length === 0 ? (
        <p className="muted">
          There are no backups yet. Each upload first backs up the data it overwrites.
        </p>
      ) : null}
      {backups && backups.length > 0 ? (
        <ul className="plain-list framed lined overflow-hidden">
          {backups.map((entry) => (
            <li
              key={entry.backupId}
              className="grid grid-cols-[minmax(0,1fr)_16rem_auto] phone:grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-0.5 px-3.5 py-2 tiny:grid-cols-1 phone:[&_button]:[grid-area:1/2/span_2] tiny:[&_button]:[grid-area:auto] tiny:[&_button]:justify-self-start"
            >
              <div className="shrinks semibold">
                <time dateTime={entry.at}>{formatSecond(Date.parse(entry.at), day)}</time>
                <p className="anywhere text-s font-regular text-muted">
                  {REASONS[entry.reason] ?? `${entry.reason},`} by {entry.by}
                </p>
              </div>
              <p className="text-m">
                {countOf(entry.runners, 'runner')}, {countOf(entry.scans, 'scan')}
              </p>
              <Button
                onClick={() => {
                  setDone(undefined);
                  setChosen(entry);
                }}
              >
                Restore
                <span className="visually-hidden"> {formatSecond(Date.parse(entry.at), day)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {chosen ? (
        <RestoreDialog backup={chosen} onRestored={finish} onClose={() => setChosen(undefined)} />
      ) : null}
    </section>
  );
}

function describeRestored({ restored, scans }: RestoreReply, day: RaceDay): string {
  const kept = scans - restored.scans;
  return (
    `Restored ${countOf(restored.runners, 'runner')} and ${countOf(restored.scans, 'scan')} as ` +
    `they were at ${formatSecond(Date.parse(restored.at), day)}` +
    (kept === 0 ? '. ' : `, and kept ${countOf(kept, 'scan')} received since. `) +
    'The state before the restore is the newest backup.'
  );
}

/** The pressed button can be far below the message. */
function showResult(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}
