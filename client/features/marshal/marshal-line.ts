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

export const isMarshalBody = hasLists<MarshalBody>('due', 'bibs');

export interface SeenPoint {
  readonly body: MarshalBody;
  readonly tag: string | undefined;
  /** When the content was first requested, by the phone's clock: an unchanged answer may be older than a tap just sent. */
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

/** The pass in use, and the last known state of its point and of the connection. */
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

  /** Notes the outcome of a call. */
  hear(pass: string, answer: MarshalAnswer<unknown>): void {
    const { pass: used, failedSinceMs = this.raceMs() } = this.getSnapshot();
    if (answer.kind === 'failed') {
      this.update({ failedSinceMs, problem: answer.problem });
      return;
    }
    this.update({ failedSinceMs: undefined, problem: undefined });
    if (pass === used) this.update({ hasEnded: answer.kind === 'ended' });
  }

  /** Takes in the state of the point as stored at the last visit. */
  restore(stored: Readonly<Record<string, unknown>> = {}): void {
    const { pass, body, askedMs } = stored;
    if (pass !== this.getSnapshot().pass) return;
    if (!isMarshalBody(body) || typeof askedMs !== 'number') return;
    this.update({ seen: { body, askedMs, tag: undefined } });
  }

  /** Takes in the answer about the point, requested at `askedMs` by the phone's clock. */
  see(pass: string, answer: MarshalAnswer<MarshalBody>, askedMs: EpochMs): void {
    this.hear(pass, answer);
    const { pass: used, seen } = this.getSnapshot();
    if (pass !== used) return;
    if (answer.kind === 'answered') {
      const { body, tag } = answer;
      this.#setClock(body.serverMs, askedMs);
      this.update({ seen: { body, tag, askedMs }, point: body.point });
    } else if (answer.kind === 'unchanged' && seen) {
      this.#setClock(answer.serverMs, askedMs);
    } else return;
    const { point, offsetMs } = this.getSnapshot();
    if (point !== undefined) keepKnown({ pass, point, offsetMs });
  }

  #setClock(serverMs: EpochMs, askedMs: EpochMs): void {
    const answeredMs = this.#timers.now();
    if (!(serverMs > 0) || answeredMs - askedMs >= MOST_ROUND_TRIP_MS) return;
    this.#clock.add({ serverMs, askedMs, answeredMs });
    this.update({ offsetMs: this.#clock.offsetMs });
  }
}
