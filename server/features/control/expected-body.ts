import type { LiveRace } from '#server/race/live-race.ts';
import { expectNext, type Forecasts, type RaceForecasts } from '#server/race/race-forecasts.ts';
import type { BodyOrPromise } from '#server/web/cached-body.ts';
import { type MadeBody, StepwiseBody } from '#server/web/stepwise-body.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import type { Steps } from '#shared/scoring/steps.ts';
import type { ExpectedBody } from '#shared/wire/control-api.ts';

/** Screens ask again after this; times advance even without new reads. */
const RENEW_MS: DurationMs = 30 * SECOND_MS;
/** This many take a few milliseconds. */
const RUNNERS_A_STEP = 200;

/** The body of GET /apiadmin/expected: where and when those on course are expected next. */
export class ExpectedBodies {
  readonly #race: LiveRace;
  readonly #forecasts: Pick<RaceForecasts, 'findAll'>;
  readonly #body: StepwiseBody;
  readonly #now: () => EpochMs;
  #prepared: Forecasts = new Map();

  constructor(race: LiveRace, forecasts: Pick<RaceForecasts, 'findAll'>, now = Date.now) {
    this.#race = race;
    this.#now = now;
    this.#forecasts = forecasts;
    this.#body = new StepwiseBody({
      tag: () => this.#tag(now()),
      isSmall: () => race.standings.size <= RUNNERS_A_STEP,
      make: (nowMs) => this.#make(nowMs),
    });
    race.on('reloaded', () => this.#body.clear());
  }

  async get(): Promise<Awaited<BodyOrPromise>> {
    this.#prepared = await this.#forecasts.findAll();
    return this.#body.get(this.#now());
  }

  #tag(nowMs: EpochMs): string {
    const { epoch, version } = this.#race.head;
    return `W/"${epoch}-${version}-${Math.floor(nowMs / RENEW_MS)}"`;
  }

  *#make(nowMs: EpochMs): Steps<MadeBody> {
    const etag = this.#tag(nowMs);
    const { head, standings } = this.#race;
    const forecasts = this.#prepared;
    const racing = standings.listAll().filter(({ status }) => status === 'racing');
    yield;
    const texts: string[] = [];
    for (let from = 0; from < racing.length; from += RUNNERS_A_STEP) {
      const expected = racing.slice(from, from + RUNNERS_A_STEP).flatMap((result) => {
        const forecast = forecasts.get(result.events);
        return forecast
          ? (expectNext(result, forecast, nowMs, this.#race.standings.courses) ?? [])
          : [];
      });
      if (expected.length > 0) texts.push(JSON.stringify(expected).slice(1, -1));
      yield;
    }
    const rest = JSON.stringify(head satisfies Omit<ExpectedBody, 'expected'>).slice(1);
    return { etag, bytes: Buffer.from(`{"expected":[${texts.join(',')}],${rest}`) };
  }
}
