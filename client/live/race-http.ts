import type { EpochMs } from '#shared/model/time.ts';
import { type ConfigBody, SERVER_TIME_HEADER, type StartListBody } from '#shared/wire/http-api.ts';
import { addressRunner, type RunnerBody } from '#shared/wire/runner-api.ts';

import type { ClockSample } from './server-clock.ts';
import type { Timers } from './timers.ts';
import { isConfig, isRunner, isStartList, parseSnapshot, type Snapshot } from './wire-guards.ts';

/** Long enough for a full race over a thin line, short enough to notice a dead one. */
const TIMEOUT_MS = 45_000;

/** The public calls. All reject if the server cannot be reached or its answer is malformed. */
export interface RaceHttp {
  fetchSnapshot(): Promise<Snapshot>;
  /** By id or bib; undefined if that matches nobody, or several runners. */
  fetchRunner(asked: string): Promise<RunnerBody | undefined>;
  fetchConfig(): Promise<ConfigBody>;
  fetchStartList(): Promise<StartListBody>;
}

function check<T>(path: string, body: unknown, fits: (body: unknown) => body is T): T {
  if (!fits(body)) throw new Error(`the answer of ${path} is malformed`);
  return body;
}

/** `origin` is empty for the host the page came from. */
export function createRaceHttp(
  timers: Timers,
  onClockSample: (sample: ClockSample) => void,
  origin = '',
): RaceHttp {
  /** Resolves to the parsed JSON, which the browser's own cache may still have; undefined for a 404. */
  async function request(path: string): Promise<unknown> {
    const aborter = new AbortController();
    const { signal } = aborter;
    const cancelTimeout = timers.after(TIMEOUT_MS, () => aborter.abort());
    try {
      const askedMs = timers.now();
      const response = await fetch(origin + path, { cache: 'no-cache', signal });
      noteServerTime(response, askedMs);
      const { ok, status } = response;
      if (!ok && status !== 404) throw new Error(`${path} answered ${status}`);
      return ok ? await response.json() : undefined;
    } finally {
      cancelTimeout();
    }
  }

  function noteServerTime(response: Response, askedMs: EpochMs): void {
    const text = response.headers.get(SERVER_TIME_HEADER);
    // A cached answer has the server's time at its creation.
    const isFromCache = Number(response.headers.get('age') ?? 0) > 0;
    const serverMs = Number(text);
    if (text === null || isFromCache || !Number.isFinite(serverMs)) return;
    onClockSample({ serverMs, askedMs, answeredMs: timers.now() });
  }

  return {
    fetchSnapshot: async () => {
      const snapshot = parseSnapshot(await request('/api/compact'));
      if (!snapshot) throw new Error('the answer of /api/compact is malformed');
      return snapshot;
    },
    fetchRunner: async (asked) => {
      const path = addressRunner(asked);
      const body = await request(path);
      return body === undefined ? undefined : check(path, body, isRunner);
    },
    fetchConfig: async () => check('/config', await request('/config'), isConfig),
    fetchStartList: async () => check('/starters', await request('/starters'), isStartList),
  };
}
