import { useEffect, useSyncExternalStore } from 'react';

import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import { type RaceStore, useRaceStore } from '#client/live/race-store.tsx';
import { type Timers, browserTimers } from '#client/live/timers.ts';
import { type Forecast, createForecast } from '#shared/forecast/forecast.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

/** How often expected times are computed at most while results come in, and never twice for the same. */
const RENEW_MS: DurationMs = 5_000;
/** On a slow device they are computed more rarely: after so many times as long as it takes. */
const REST_PER_WORK = 9;

/** When a runner is expected at the points ahead (RULES.md XP); nothing until it is computed. */
export type Expect = Forecast['expect'];

const NOTHING: Expect = () => [];

export interface Forecasts {
  readonly expect: Expect;
  /** False before the first computation. */
  readonly isWorkedOut: boolean;
}

/**
 * The expected times of one race, for all components that show any: computed while one does, for
 * at most a tenth of the time.
 */
export class RaceForecasts extends ObservableState<Forecasts> {
  readonly #store: RaceStore;
  readonly #timers: Timers;
  #wanted = 0;
  #isBusy = false;
  #nextMs = 0;
  #head: Head | undefined;
  #stop: (() => void) | undefined;

  constructor(store: RaceStore, timers: Timers) {
    super({ expect: NOTHING, isWorkedOut: false });
    this.#store = store;
    this.#timers = timers;
  }

  /** Keeps them up to date until the returned function is called. */
  follow(): () => void {
    this.#wanted += 1;
    this.#stop ??= this.#store.subscribe(() => this.#schedule());
    this.#schedule();
    return () => {
      this.#wanted -= 1;
      if (this.#wanted > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #schedule(): void {
    const { head } = this.#store.getSnapshot();
    if (this.#isBusy || this.#wanted === 0 || !head || head === this.#head) return;
    this.#isBusy = true;
    const waitMs = Math.max(0, this.#nextMs - this.#timers.now());
    this.#timers.after(waitMs, () => this.#renew());
  }

  #renew(): void {
    // Everyone who wanted it may have left meanwhile.
    if (this.#wanted === 0) {
      this.#isBusy = false;
      return;
    }
    this.#head = this.#store.getSnapshot().head;
    const beganMs = performance.now();
    const { standings } = this.#store.replica;
    const forecasts = new Map<EventCode, Forecast>();
    try {
      for (const event of standings.courses.events) {
        if (standings.onCourse(event).length === 0) continue;
        const forecast = createForecast(standings.listed(event), event, standings.courses);
        forecast.prepare();
        forecasts.set(event, forecast);
      }
      const expect: Expect = (result, most) =>
        forecasts.get(result.events)?.expect(result, most) ?? [];
      this.update({ expect, isWorkedOut: true });
    } catch (error) {
      logOnce('expected times cannot be worked out', error);
    }
    const restMs = REST_PER_WORK * (performance.now() - beganMs);
    this.#nextMs = this.#timers.now() + Math.max(RENEW_MS, restMs);
    this.#isBusy = false;
    this.#schedule();
  }
}

const opened = new WeakMap<RaceStore, RaceForecasts>();

function openForecasts(store: RaceStore): RaceForecasts {
  const known = opened.get(store) ?? new RaceForecasts(store, browserTimers);
  opened.set(store, known);
  return known;
}

/** The expected times; renders again when they change, at most every few seconds. */
export function useForecast(): Expect {
  return useForecasts().expect;
}

/** The expected times, and whether they are computed yet. */
export function useForecasts(): Forecasts {
  const forecasts = openForecasts(useRaceStore());
  useEffect(() => forecasts.follow(), [forecasts]);
  const { subscribe, getSnapshot } = forecasts;
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
