import type { Starter } from '#shared/model/result.ts';
import { useEffect, useState } from 'react';
import { logOnce } from '#client/live/log-once.ts';
import { createRaceHttp } from '#client/live/race-http.ts';
import { browserTimers } from '#client/live/timers.ts';
import type { EventCode } from '#shared/model/event.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Who matches on the start list and is in no results yet: those of the open tab's event first, then by name. */
export function findStarters(
  starters: readonly Starter[],
  matches: (starter: Starter) => boolean,
  standings: Standings,
  event: EventCode | undefined,
): readonly Starter[] {
  return starters
    .filter((starter) => matches(starter) && !standings.find(starter.runnerId))
    .toSorted(
      (a, b) =>
        Number(b.events === event) - Number(a.events === event) ||
        compareText(a.lastName, b.lastName) ||
        compareText(a.firstName, b.firstName),
    );
}

/** How often it is asked for anew while somebody searches; unchanged it costs next to nothing. */
const RENEW_MS = 30_000;

export interface StartList {
  /** Undefined until it is here. */
  readonly starters: readonly Starter[] | undefined;
  /** The last try to fetch it failed. */
  readonly hasFailed: boolean;
}

const http = createRaceHttp(browserTimers, () => undefined);

/** Who is registered, fetched while it `isWanted`. */
export function useStartList(isWanted: boolean): StartList {
  const [list, setList] = useState<StartList>({ starters: undefined, hasFailed: false });
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    const renew = async (): Promise<void> => {
      try {
        const starters = await http.fetchStarters();
        if (!isOver) setList({ starters, hasFailed: false });
      } catch (error) {
        logOnce('the start list cannot be fetched', error);
        if (!isOver) setList((before) => ({ ...before, hasFailed: true }));
      }
    };
    void renew();
    const timer = setInterval(() => void renew(), RENEW_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isWanted]);
  return list;
}
