import { createRaceHttp } from '#client/live/race-http.ts';
import { useEffect, useState } from 'react';

import { isAbout } from '#client/live/own-runner.ts';
import { useRace } from '#client/live/race-store.tsx';
import { browserTimers } from '#client/live/timers.ts';
import type { ListedBody, RunnerBody } from '#shared/wire/runner-api.ts';

const http = createRaceHttp(browserTimers, () => undefined);

/** The start that counts and both times, as far as known. */
export type RunnerStart = Pick<ListedBody, 'start' | 'times'>;

/**
 * The start of a runner, which only the server knows (PROTOCOL.md RB1): from the answer that the page was opened with,
 * else fetched, and again whenever `renewed` changes. Empty where it cannot be fetched.
 */
export function useRunnerStart(runnerId: string, renewed: string): RunnerStart {
  const { runner: own } = useRace();
  const [asked, setAsked] = useState<{
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
      if (!isOver) setAsked({ of: renewed, body });
    };
    load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isOwn, runnerId, renewed]);
  // What was received for an earlier state is left out.
  const current = isOwn ? own : asked?.of === renewed ? asked.body : undefined;
  if (!current || !isAbout(current, runnerId)) return {};
  const { start } = current.runner;
  const times = current.runner.kind === 'listed' ? current.runner.times : undefined;
  return { ...(start && { start }), ...(times && { times }) };
}
