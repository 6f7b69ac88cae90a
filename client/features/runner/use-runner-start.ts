import { createRaceHttp } from '#client/live/race-http.ts';
import { useEffect, useState } from 'react';

import { useRace } from '#client/live/race-store.tsx';
import { browserTimers } from '#client/live/timers.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import type { ListedBody, RunnerBody } from '#shared/wire/runner-api.ts';

const http = createRaceHttp(browserTimers, () => undefined);

/** The start that counts and the gun and chip times, if known. */
export type RunnerStart = Pick<ListedBody, 'start' | 'times'>;

/**
 * The start of a runner, which only the server knows (PROTOCOL.md RB1): from the answer embedded in the page, else
 * fetched; fetched again whenever `renewed` changes. Empty if it cannot be fetched.
 */
export function useRunnerStart(runnerId: string, renewed: string): RunnerStart {
  const { runner: own } = useRace();
  const [fetched, setFetched] = useState<{
    readonly of: string;
    readonly body: RunnerBody | undefined;
  }>();
  const [first] = useState(renewed);
  const isOwn = own !== undefined && renewed === first && isAbout(own, runnerId);
  useEffect(() => {
    if (isOwn) return undefined;
    let isOver = false;
    const load = async (): Promise<void> => {
      const body = await http.fetchRunner(runnerId);
      if (!isOver) setFetched({ of: renewed, body });
    };
    load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isOwn, runnerId, renewed]);
  // An answer for an earlier state is ignored.
  const current = isOwn ? own : fetched?.of === renewed ? fetched.body : undefined;
  if (!current || !isAbout(current, runnerId)) return {};
  const { start } = current.runner;
  const times = current.runner.kind === 'listed' ? current.runner.times : undefined;
  return { ...(start && { start }), ...(times && { times }) };
}

/** Whether a body is about the runner with this id or bib. */
export function isAbout({ runner }: RunnerBody, asked: string): boolean {
  const { runnerId, bibNumber } = runner.kind === 'listed' ? runner.result : runner.starter;
  return runnerId === asked || foldBib(bibNumber) === foldBib(asked);
}
