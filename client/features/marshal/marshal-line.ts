import { ObservableState } from '#client/live/observable-state.ts';
import { ServerClock } from '#client/live/server-clock.ts';
import type { Timers } from '#client/live/timers.ts';
import { hasLists } from '#client/live/wire-guards.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import type { MarshalBody } from '#shared/wire/marshal-api.ts';

import { keepKnown, type KeptPass } from './kept-pass.ts';
import type { MarshalAnswer } from './marshal-http.ts';

/** A slower call is too inaccurate to set the clock. */
const MOST_ROUND_TRIP_MS = 10 * SECOND_MS;
/** The assumed accuracy of the clock from the last visit. */
const KEPT_ROUND_TRIP_MS = 2 * SECOND_MS;

const isBody = hasLists<MarshalBody>('due', 'bibs');

export interface SeenPoint {
  readonly body: MarshalBody;
  readonly tag: string | undefined;
  /** When it was requested, by the phone's clock. */
  readonly askedMs: EpochMs;
}

export interface LineState {
  readonly pass: string | undefined;
  readonly point: TimePoint | undefined;
  readonly offsetMs: DurationMs;
  readonly seen: SeenPoint | undefined;
  readonly hasEnded: boolean;
  /** Since when calls fail, and why; undefined while they succeed. */
  readonly failedSinceMs: EpochMs | undefined;
  readonly problem: 'no-signal' | 'server' | undefined;
}

/** The server's state under the pass in use, as the phone knows it. */
export class MarshalLine extends ObservableState<LineState> {
  readonly #timers: Timers;
  readonly #clock = new ServerClock();

  constructor(timers: Timers) {
    super({
      pass: undefined,
      point: undefined,
      offsetMs: 0,
      seen: undefined,
      hasEnded: false,
      failedSinceMs: undefined,
      problem: undefined,
    });
    this.#timers = timers;
  }

  use({ pass, point, offsetMs }: KeptPass): void {
    if (pass === this.getSnapshot().pass) return;
    if (offsetMs !== undefined) {
      const nowMs = this.#timers.now();
      const serverMs = nowMs + offsetMs - KEPT_ROUND_TRIP_MS / 2;
      this.#setClock(serverMs, nowMs - KEPT_ROUND_TRIP_MS);
    }
    this.update({ pass, point, seen: undefined, hasEnded: false });
  }

  /** The current time by the race's clock, as far as it is known. */
  raceMs(): EpochMs {
    return this.#timers.now() + this.getSnapshot().offsetMs;
  }

  hear(pass: string, answer: MarshalAnswer): void {
    if (answer.kind === 'failed') {
      this.fail(answer.problem);
      return;
    }
    const isUsed = pass === this.getSnapshot().pass;
    const hasEnded = answer.kind === 'ended';
    this.update({ failedSinceMs: undefined, problem: undefined, ...(isUsed && { hasEnded }) });
  }

  fail(problem: 'no-signal' | 'server'): void {
    const { failedSinceMs = this.raceMs() } = this.getSnapshot();
    this.update({ failedSinceMs, problem });
  }

  restore(pass: string, kept: unknown): void {
    const { pass: used, seen } = this.getSnapshot();
    const { body, askedMs } = (kept ?? {}) as Partial<SeenPoint>;
    if (used !== pass || seen || !isBody(body) || typeof askedMs !== 'number') return;
    this.update({ seen: { body, askedMs, tag: undefined } });
  }

  /** Takes in an answer about the point; false when it cannot be read. */
  see(
    pass: string,
    { body, tag, askedMs }: { readonly body: unknown } & Omit<SeenPoint, 'body'>,
  ): boolean {
    if (!isBody(body)) return false;
    if (pass !== this.getSnapshot().pass) return true;
    this.#setClock(body.serverMs, askedMs);
    this.update({ seen: { body, tag, askedMs }, point: body.point });
    this.#keep();
    return true;
  }

  /** Notes that nothing is new at the point. */
  seeAgain(pass: string, seen: SeenPoint, serverMs: EpochMs, askedMs: EpochMs): void {
    if (pass !== this.getSnapshot().pass) return;
    this.#setClock(serverMs, askedMs);
    this.update({ seen: { ...seen, askedMs } });
    this.#keep();
  }

  #setClock(serverMs: EpochMs, askedMs: EpochMs): void {
    const answeredMs = this.#timers.now();
    if (!(serverMs > 0) || answeredMs - askedMs >= MOST_ROUND_TRIP_MS) return;
    this.#clock.add({ serverMs, askedMs, answeredMs });
    this.update({ offsetMs: this.#clock.offsetMs });
  }

  #keep(): void {
    const { pass, point, offsetMs } = this.getSnapshot();
    if (pass !== undefined && point !== undefined) keepKnown({ pass, point, offsetMs });
  }
}
