import type { EpochMs } from '#shared/model/time.ts';
import type { ConfigBody, Head, Starter } from '#shared/wire/http-api.ts';
import { SERVER_TIME_HEADER, tagOf } from '#shared/wire/http-api.ts';

import type { ClockSample } from './server-clock.ts';
import type { Timers } from './timers.ts';
import type { Snapshot } from './wire-guards.ts';
import { parseConfig, parseSnapshot, parseStarters } from './wire-guards.ts';

/** Long enough for a full race over a thin line, short enough to notice a dead one. */
const TIMEOUT_MS = 45_000;
const STALE_MS = 5_000;

/** The public calls. All reject when the server cannot be reached or its answer does not fit. */
export interface RaceHttp {
  /** `unchanged` when the server still stands at `head`, where the page does. */
  fetchSnapshot(head: Head | undefined): Promise<Snapshot | 'unchanged'>;
  fetchConfig(): Promise<ConfigBody>;
  fetchStarters(): Promise<readonly Starter[]>;
  /** Gives up calls that have been out for a while: after a sleep their connections are dead. */
  abandonStale(): void;
}

/** `origin` is empty for the host the page came from. */
export function createRaceHttp(
  timers: Timers,
  onClockSample: (sample: ClockSample) => void,
  origin = '',
): RaceHttp {
  const pending = new Map<AbortController, EpochMs>();

  /** With `tag` the caller has the body of that tag, and reads a 304 too. */
  async function request<T>(
    path: string,
    read: (response: Response) => Promise<T>,
    tag?: string,
  ): Promise<T> {
    const aborter = new AbortController();
    const cancelTimeout = timers.after(TIMEOUT_MS, () => {
      aborter.abort();
    });
    try {
      const askedMs = timers.now();
      pending.set(aborter, askedMs);
      const { signal } = aborter;
      // Past the browser's cache: it would answer for the server, with a body of its own.
      const how: RequestInit = tag
        ? { cache: 'no-store', headers: { 'If-None-Match': tag } }
        : { cache: 'no-cache' };
      const response = await fetch(origin + path, { ...how, signal });
      noteServerTime(response, askedMs);
      const isAnswer = response.ok || (tag !== undefined && response.status === 304);
      if (!isAnswer) throw new Error(`${path} answered ${response.status}`);
      return await read(response);
    } finally {
      cancelTimeout();
      pending.delete(aborter);
    }
  }

  function noteServerTime(response: Response, askedMs: EpochMs): void {
    const text = response.headers.get(SERVER_TIME_HEADER);
    // An answer that lay in a cache on the way tells the time of then.
    const isFromCache = Number(response.headers.get('age') ?? 0) > 0;
    const serverMs = Number(text);
    if (text === null || isFromCache || !Number.isFinite(serverMs)) return;
    onClockSample({ serverMs, askedMs, answeredMs: timers.now() });
  }

  return {
    fetchSnapshot: (head) =>
      request(
        '/api',
        async (response) => {
          if (response.status === 304) return 'unchanged';
          const snapshot = parseSnapshot(await response.json());
          if (!snapshot) throw new Error('/api answered something else than results');
          return snapshot;
        },
        head && tagOf(head),
      ),
    fetchConfig: () =>
      request('/config', async (response) => {
        const config = parseConfig(await response.json());
        if (!config) throw new Error('/config answered something else than settings');
        return config;
      }),
    fetchStarters: () =>
      request('/starters', async (response) => {
        const starters = parseStarters(await response.json());
        if (!starters) throw new Error('/starters answered something else than a start list');
        return starters;
      }),
    abandonStale: () => {
      for (const [aborter, askedMs] of pending) {
        if (timers.now() - askedMs > STALE_MS) aborter.abort();
      }
    },
  };
}
