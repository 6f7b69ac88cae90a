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
const STALE_MS = 5_000;

/** The public calls. All reject when the server cannot be reached or its answer does not fit. */
export interface RaceHttp {
  /** `unchanged` if the server is still at `head`, as the page is. */
  fetchSnapshot(head: Head | undefined): Promise<Snapshot | 'unchanged'>;
  /** A runner by id or bib; undefined when it is nobody alone. */
  fetchRunner(asked: string): Promise<RunnerBody | undefined>;
  fetchConfig(): Promise<ConfigBody>;
  /** `unchanged` when it is still the one of `head`. */
  fetchStartList(head: Head | undefined): Promise<StartListBody | 'unchanged'>;
  /** Gives up calls that have been out for a while: after a sleep their connections are dead. */
  abandonStale(): void;
}

interface RequestOptions {
  /** The tag of the body that the caller has. */
  readonly tag?: string;
  /** Answers other than a success that the caller understands. */
  readonly expected?: readonly number[];
}

function fail(path: string): never {
  throw new Error(`${path} answered something else than it should`);
}

/** Asks only for a state newer than the caller's. */
function tagged(head: Head | undefined): Pick<RequestOptions, 'tag'> {
  return head ? { tag: tagOf(head) } : {};
}

async function readAs<T>(
  response: Response,
  fits: (body: unknown) => body is T,
  path: string,
): Promise<T> {
  const body: unknown = await response.json();
  return fits(body) ? body : fail(path);
}

/** `origin` is empty for the host the page came from. */
export function createRaceHttp(
  timers: Timers,
  onClockSample: (sample: ClockSample) => void,
  origin = '',
): RaceHttp {
  const pending = new Map<AbortController, EpochMs>();

  async function request<T>(
    path: string,
    read: (response: Response) => Promise<T>,
    { tag, expected = [] }: RequestOptions = {},
  ): Promise<T> {
    const aborter = new AbortController();
    const cancelTimeout = timers.after(TIMEOUT_MS, () => aborter.abort());
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
      const isAnswer = response.ok || expected.includes(response.status);
      if (!isAnswer) throw new Error(`${path} answered ${response.status}`);
      return await read(response);
    } finally {
      cancelTimeout();
      pending.delete(aborter);
    }
  }

  function noteServerTime(response: Response, askedMs: EpochMs): void {
    const text = response.headers.get(SERVER_TIME_HEADER);
    // A cached answer carries the server's time of when it was made.
    const isFromCache = Number(response.headers.get('age') ?? 0) > 0;
    const serverMs = Number(text);
    if (text === null || isFromCache || !Number.isFinite(serverMs)) return;
    onClockSample({ serverMs, askedMs, answeredMs: timers.now() });
  }

  return {
    fetchSnapshot: (head) =>
      request(
        '/api/compact',
        async (response) => {
          if (response.status === 304) return 'unchanged';
          return parseSnapshot(await response.json()) ?? fail('/api/compact');
        },
        { expected: [304], ...tagged(head) },
      ),
    fetchRunner: (asked) =>
      request(
        addressRunner(asked),
        async (response) => {
          if (response.status === 404) return undefined;
          return readAs(response, isRunner, '/api/runner');
        },
        { expected: [404] },
      ),
    fetchConfig: () => request('/config', (response) => readAs(response, isConfig, '/config')),
    fetchStartList: (head) =>
      request(
        '/starters',
        async (response) => {
          if (response.status === 304) return 'unchanged';
          return readAs(response, isStartList, '/starters');
        },
        { expected: [304], ...tagged(head) },
      ),
    abandonStale: () => {
      for (const [aborter, askedMs] of pending) {
        if (timers.now() - askedMs > STALE_MS) aborter.abort();
      }
    },
  };
}
