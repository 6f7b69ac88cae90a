import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { CorrectionsMade } from '#client/organisers/reads/CorrectionsMade.tsx';
import { ReadList } from '#client/organisers/reads/ReadList.tsx';
import { readSources, readLatest } from '#client/organisers/reads/reads-calls.ts';
import { useCorrecting } from '#client/organisers/reads/use-correcting.tsx';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';

export interface RunnerReadsProps {
  readonly runner: AdminRunner;
  readonly count: number | undefined;
  readonly isOpen: boolean;
  readonly onDone: () => void;
}

/** All reads of a runner’s bands and their corrections, fetched when opened. */
export function RunnerReads(props: RunnerReadsProps): ReactNode {
  const [isOpen, setIsOpen] = useState(props.isOpen);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="opener bold min-h-11 w-fit content-center py-2">
        <u>Reads{props.count === undefined ? '' : ` (${props.count})`}</u>
      </summary>
      {isOpen ? <Reads {...props} /> : null}
    </details>
  );
}

function Reads({ runner, onDone }: RunnerReadsProps): ReactNode {
  const calls = useCalls();
  const queries = useQueryClient();
  const { runnerId } = runner;
  const refetchInterval = useSession().kind === 'signed-in' && ADMIN_POLL_MS;
  const filter = new URLSearchParams({ runner: runnerId }).toString();
  const latest = useQuery({ ...readLatest(calls, filter), refetchInterval });
  const { data: sources } = useQuery({ ...readSources(calls), refetchInterval });
  const correcting = useCorrecting(() => {
    onDone();
    void queries.invalidateQueries({ queryKey: ['scans', runnerId] });
  });
  const { open, askBack, round } = correcting;
  const reads = latest.data?.reads;
  const about = useMemo(() => {
    const ids = new Set(reads?.flatMap(({ corrections }) => corrections));
    return sources?.corrections.filter(({ correction }) => ids.has(correction.correctionId)) ?? [];
  }, [reads, sources]);
  const byId = useMemo(
    () => new Map(about.map(({ correction }) => [correction.correctionId, correction])),
    [about],
  );
  return (
    <div className="stack-10 one-column">
      {correcting.notice}
      <CorrectionsMade corrections={about} onTakeBack={askBack} />
      {latest.error ? (
        <Banner kind="alert">The reads may be old. {messageOf(latest.error)}</Banner>
      ) : null}
      {latest.data ? (
        <ReadList
          key={round}
          filter={filter}
          empty="No reads of this runner yet."
          latest={latest.data}
          corrections={byId}
          onCorrect={open}
        />
      ) : null}
      {open ? <Button onClick={() => open({ kind: 'added', runnerId })}>Add a read…</Button> : null}
      {correcting.dialogs}
    </div>
  );
}
