import { setImmediate as turn } from 'node:timers/promises';

import type { LiveRace } from '#server/race/live-race.ts';
import type { Forecast } from '#shared/forecast/forecast.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { SECOND_MS } from '#shared/model/time.ts';

/** A minute more or less is not seen in `about 13:40`. */
const RENEW_MS: DurationMs = 30 * SECOND_MS;

interface Made {
  readonly forecast: Promise<Forecast>;
  readonly madeMs: EpochMs;
}

/** When somebody is expected at the finish, for messages: worked out when one is due, in turns, and now and then anew. */
export class FinishForecast {
  readonly #race: Pick<LiveRace, 'standings'>;
  readonly #made = new Map<EventCode, Made>();

  constructor(race: Pick<LiveRace, 'standings'>) {
    this.#race = race;
  }

  /** Undefined for who is through, and where nothing can be said. */
  async expect(row: UnrankedResult): Promise<EpochMs | undefined> {
    const { events: event, startedAtMs } = row;
    const nowMs = Date.now();
    let made = this.#made.get(event);
    if (!made || nowMs - made.madeMs > RENEW_MS) {
      made = { forecast: this.#prepare(event), madeMs: nowMs };
      this.#made.set(event, made);
    }
    const stages = (await made.forecast).expect(row);
    const finish = stages.find(({ stage }) => stage === 'finish');
    return startedAtMs === null || !finish ? undefined : startedAtMs + finish.elapsedMs;
  }

  async #prepare(event: EventCode): Promise<Forecast> {
    const forecast = createForecast(this.#race.standings.listed(event), event);
    for (const step of forecast.prepare()) {
      step satisfies void;
      await turn();
    }
    return forecast;
  }
}
