import type { EpochMs } from '#shared/model/time.ts';
import {
  type ConfigBody,
  type Head,
  SERVER_TIME_HEADER,
  type StartListBody,
  tagOf,
} from '#shared/wire/http-api.ts';
import { addressRunner, type RunnerBody } from '#shared/wire/runner-api.ts';

import type { ClockSample } from './server-clock.ts';
import type { Timers } from './timers.ts';
import { isConfig, isRunner, isStartList, parseSnapshot, type Snapshot } from './wire-guards.ts';

/** Long enough for a full race over a thin line, short enough to notice a dead one. */
const TIMEOUT_MS = 45_000;

/** The public calls. All reject if the server cannot be reached or its answer is malformed. */
export interface RaceHttp {
  /** `unchanged` if the server is still at `head`. */
  fetchSnapshot(head: Head | undefined): Promise<Snapshot | 'unchanged'>;
  /** By id or bib; undefined if that matches nobody, or several runners. */
  fetchRunner(asked: string): Promise<RunnerBody | undefined>;
  fetchConfig(): Promise<ConfigBody>;
  /** `unchanged` if it is still the one of `head`. */
  fetchStartList(head: Head | undefined): Promise<StartListBody | 'unchanged'>;
}

interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined for an answer other than a success. */
  readonly body: unknown;
}

function check<T>(path: string, { body }: Answer, fits: (body: unknown) => body is T): T {
  if (!fits(body)) throw new Error(`the answer of ${path} is malformed`);
  return body;
}

/** `origin` is empty for the host the page came from. */
export function createRaceHttp(
  timers: Timers,
  onClockSample: (sample: ClockSample) => void,
  origin = '',
): RaceHttp {
  /** Rejects for statuses other than a success, 304 and 404. `head` requests only a newer state. */
  async function request(path: string, head?: Head): Promise<Answer> {
    const aborter = new AbortController();
    const { signal } = aborter;
    const cancelTimeout = timers.after(TIMEOUT_MS, () => aborter.abort());
    try {
      const askedMs = timers.now();
      // `no-store`: the browser's cache would answer a 304 itself, with its own copy of the body.
      const how: RequestInit = head
        ? { cache: 'no-store', headers: { 'If-None-Match': tagOf(head) } }
        : { cache: 'no-cache' };
      const response = await fetch(origin + path, { ...how, signal });
      noteServerTime(response, askedMs);
      const { ok, status } = response;
      if (!ok && status !== 304 && status !== 404) throw new Error(`${path} answered ${status}`);
      return { status, body: ok ? await response.json() : undefined };
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
    fetchSnapshot: async (head) => {
      const { status, body } = await request('/api/compact', head);
      if (status === 304) return 'unchanged';
      const snapshot = parseSnapshot(body);
      if (!snapshot) throw new Error('the answer of /api/compact is malformed');
      return snapshot;
    },
    fetchRunner: async (asked) => {
      const path = addressRunner(asked);
      const answer = await request(path);
      return answer.status === 404 ? undefined : check(path, answer, isRunner);
    },
    fetchConfig: async () => check('/config', await request('/config'), isConfig),
    fetchStartList: async (head) => {
      const answer = await request('/starters', head);
      return answer.status === 304 ? 'unchanged' : check('/starters', answer, isStartList);
    },
  };
}
