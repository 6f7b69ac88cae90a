import type { Starter } from '#shared/model/result.ts';
import { useEffect, useState } from 'react';
import { logOnce } from '#client/live/log-once.ts';
import { createRaceHttp } from '#client/live/race-http.ts';
import { browserTimers } from '#client/live/timers.ts';

/** How often it is asked for anew while somebody searches; unchanged it costs next to nothing. */
const RENEW_MS = 30_000;
/** The same when it did not arrive. */
const RETRY_MS = 5_000;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = async (): Promise<number> => {
      try {
        const starters = await http.fetchStarters();
        if (!isOver) setList({ starters, hasFailed: false });
      } catch (error) {
        logOnce('the start list cannot be fetched', error);
        if (!isOver) setList((before) => ({ ...before, hasFailed: true }));
        return RETRY_MS;
      }
      return RENEW_MS;
    };
    const follow = async (): Promise<void> => {
      const waitMs = await renew();
      if (!isOver) timer = setTimeout(() => void follow(), waitMs);
    };
    void follow();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return list;
}
