import { useEffect, useSyncExternalStore } from 'react';

import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import { type RaceStore, useRaceStore } from '#client/live/race-store.tsx';
import { type Timers, browserTimers } from '#client/live/timers.ts';
import { useFromStandings } from '#client/live/use-standings.ts';
import { type Forecast, createForecast } from '#shared/forecast/forecast.ts';
import {
  type LiveField,
  type LiveRunner,
  createLiveField,
  makeLiveOrder,
} from '#shared/forecast/live-order.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { Head } from '#shared/wire/http-api.ts';

/** The shortest interval between computations; there are none without new results. */
const RENEW_MS: DurationMs = 5_000;
/** On a slow device the pause is this many times the duration of a computation. */
const REST_PER_WORK = 9;

/** Computations of a large field are split into slices. */
const SLICE_MS: DurationMs = 8;

/** Up to this many runners on course, the first computation is synchronous, so that no row moves afterwards. */
const MOST_AT_ONCE = 2_000;

/** When a runner is expected at the points ahead (RULES.md XP); empty until computed. */
export type Expect = Forecast['expect'];

export interface Forecasts {
  readonly expect: Expect;
  /** The live order of an event at `madeMs` (RULES.md XP13). */
  readonly orderOf: (event: EventCode) => readonly LiveRunner[];
  readonly isWorkedOut: boolean;
  /** When this was computed, by the server's clock. */
  readonly madeMs: EpochMs;
}

const NO_ORDER: readonly LiveRunner[] = [];
const NOTHING: Forecasts = {
  expect: () => [],
  orderOf: () => NO_ORDER,
  isWorkedOut: false,
  madeMs: 0,
};

function* computeForecasts(standings: Standings, nowMs: EpochMs): Generator<undefined, Forecasts> {
  const forecasts = new Map<EventCode, Forecast>();
  const orders = new Map<EventCode, readonly LiveRunner[]>();
  for (const event of standings.courses.events) {
    if (standings.onCourse(event).length === 0) continue;
    const forecast = createForecast(standings.listed(event), event, standings.courses);
    forecasts.set(event, forecast);
    orders.set(event, yield* makeLiveOrder(standings, event, forecast, nowMs));
  }
  return {
    expect: (result, most) => forecasts.get(result.events)?.expect(result, most) ?? [],
    orderOf: (event) => orders.get(event) ?? NO_ORDER,
    isWorkedOut: true,
    madeMs: nowMs,
  };
}

/** Works for a span: the result, or undefined if unfinished. */
function workFor<T>(steps: Generator<undefined, T>, spanMs: DurationMs): T | undefined {
  const endMs = performance.now() + spanMs;
  let step = steps.next();
  while (!step.done && performance.now() < endMs) step = steps.next();
  return step.done ? step.value : undefined;
}

function isQuick(standings: Standings): boolean {
  const lengths = standings.courses.events.map((event) => standings.onCourse(event).length);
  return lengths.reduce((sum, length) => sum + length, 0) <= MOST_AT_ONCE;
}

interface FieldAt {
  readonly head: Head | undefined;
  readonly order: readonly LiveRunner[];
  readonly field: LiveField;
}

/** The expected times of one race, computed while a component uses them, for at most a tenth of the time. */
class RaceForecasts extends ObservableState<Forecasts> {
  readonly #store: RaceStore;
  readonly #timers: Timers;
  #users = 0;
  #isBusy = false;
  #nextMs = 0;
  #head: Head | undefined;
  #stop: (() => void) | undefined;
  readonly #fields = new Map<EventCode, FieldAt>();

  constructor(store: RaceStore, timers: Timers, known = NOTHING) {
    super(known);
    this.#store = store;
    this.#timers = timers;
  }

  /** The live field of an event, with the newest results in the order of `forecasts`. */
  fieldOf(event: EventCode, { orderOf }: Forecasts): LiveField {
    const { head } = this.#store.getSnapshot();
    const order = orderOf(event);
    const known = this.#fields.get(event);
    if (known && known.head === head && known.order === order) return known.field;
    const field = createLiveField(this.#store.replica.standings, event, order);
    this.#fields.set(event, { head, order, field });
    return field;
  }

  /** Keeps them up to date until the returned function is called. */
  follow(): () => void {
    this.#users += 1;
    this.#stop ??= this.#store.subscribe(() => this.#schedule());
    this.#schedule();
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #schedule(): void {
    const { head } = this.#store.getSnapshot();
    if (this.#isBusy || this.#users === 0 || !head || head === this.#head) return;
    this.#isBusy = true;
    if (!this.getSnapshot().isWorkedOut && isQuick(this.#store.replica.standings)) {
      this.#renew();
      return;
    }
    const waitMs = Math.max(0, this.#nextMs - this.#timers.now());
    this.#timers.after(waitMs, () => this.#renew());
  }

  #renew(): void {
    // The last user may have left since.
    if (this.#users === 0) {
      this.#isBusy = false;
      return;
    }
    const { head, clockOffsetMs } = this.#store.getSnapshot();
    this.#head = head;
    const { standings } = this.#store.replica;
    const nowMs = this.#timers.now() + clockOffsetMs;
    const isFirst = !this.getSnapshot().isWorkedOut;
    const sliceMs = isFirst && isQuick(standings) ? Infinity : SLICE_MS;
    this.#work(computeForecasts(standings, nowMs), sliceMs, 0);
  }

  /** Works in slices, so that the page stays responsive; `workMs` is the time spent so far. */
  #work(steps: Generator<undefined, Forecasts>, sliceMs: DurationMs, workMs: DurationMs): void {
    const beganMs = performance.now();
    let made: Forecasts | undefined = NOTHING;
    try {
      made = workFor(steps, sliceMs);
      if (made) this.update(made);
    } catch (error) {
      logOnce('expected times cannot be worked out', error);
    }
    const spentMs = workMs + performance.now() - beganMs;
    if (!made) {
      this.#timers.after(0, () => this.#work(steps, sliceMs, spentMs));
      return;
    }
    this.#nextMs = this.#timers.now() + Math.max(RENEW_MS, REST_PER_WORK * spentMs);
    this.#isBusy = false;
    this.#schedule();
  }
}

const opened = new WeakMap<RaceStore, RaceForecasts>();

/** The first forecasts of a race: the server renders the same standings many times. */
const begun = new WeakMap<Standings, { readonly madeMs: EpochMs; readonly known: Forecasts }>();

function openForecasts(store: RaceStore): RaceForecasts {
  const known = opened.get(store) ?? new RaceForecasts(store, browserTimers, beginForecasts(store));
  opened.set(store, known);
  return known;
}

function beginForecasts(store: RaceStore): Forecasts {
  const { head, clockOffsetMs } = store.getSnapshot();
  const { standings } = store.replica;
  if (!head || !isQuick(standings)) return NOTHING;
  const madeMs = browserTimers.now();
  const before = begun.get(standings);
  if (before && Math.abs(madeMs - before.madeMs) < RENEW_MS) return before.known;
  const known = workFor(computeForecasts(standings, madeMs + clockOffsetMs), Infinity) ?? NOTHING;
  begun.set(standings, { madeMs, known });
  return known;
}

function useOpenForecasts(): RaceForecasts {
  const forecasts = openForecasts(useRaceStore());
  useEffect(() => forecasts.follow(), [forecasts]);
  const { subscribe, getSnapshot } = forecasts;
  useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  return forecasts;
}

export function useForecast(): Expect {
  return useForecasts().expect;
}

export function useForecasts(): Forecasts {
  return useOpenForecasts().getSnapshot();
}

/** The runners on course in each event, in an order at most some seconds old. */
export function useLiveFields(): (event: EventCode) => LiveField {
  const forecasts = useOpenForecasts();
  const known = forecasts.getSnapshot();
  return useFromStandings(
    () => (event: EventCode) => forecasts.fieldOf(event, known),
    [forecasts, known],
  );
}
