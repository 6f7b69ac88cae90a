import type { Courses } from '#shared/model/courses.ts';
import {
  createForecast,
  type ExpectedStage,
  type Forecast,
  lookAhead,
} from '#shared/forecast/forecast.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { pointOf } from '#shared/scoring/stages.ts';
import type { ExpectedRunner } from '#shared/wire/control-api.ts';

import type { LiveRace } from './live-race.ts';

/** How long a forecast is used; it is shown as `about 13:40`. */
const RENEW_MS: DurationMs = 30 * SECOND_MS;

interface Made {
  readonly forecast: Forecast;
  readonly standings: LiveRace['standings'];
  readonly madeMs: EpochMs;
}

/** The forecasts of the events, made on request, and again after half a minute. */
export class RaceForecasts {
  readonly #race: Pick<LiveRace, 'standings'>;
  readonly #made = new Map<EventCode, Made>();

  constructor(race: Pick<LiveRace, 'standings'>) {
    this.#race = race;
  }

  find(event: EventCode): Forecast {
    const { standings } = this.#race;
    const nowMs = Date.now();
    const known = this.#made.get(event);
    if (known?.standings === standings && nowMs - known.madeMs <= RENEW_MS) return known.forecast;
    const forecast = createForecast(standings.listed(event), event, standings.courses);
    this.#made.set(event, { forecast, standings, madeMs: nowMs });
    return forecast;
  }
}

/** The expected time at a stage, and the time by which nine of ten are there (RULES.md XP1, XP7); undefined before the start. */
export function expectAt(
  expected: ExpectedStage,
  { startedAtMs }: UnrankedResult,
  nowMs: EpochMs,
): { expectedMs: EpochMs; latestMs: EpochMs } | undefined {
  if (startedAtMs === null) return undefined;
  const { elapsedMs, latestMs } = lookAhead(expected, nowMs - startedAtMs);
  return {
    expectedMs: Math.round(startedAtMs + elapsedMs),
    latestMs: Math.round(startedAtMs + latestMs),
  };
}

/** Where and when a runner on course is expected next; undefined if unknown. */
export function expectNext(
  result: UnrankedResult,
  forecast: Forecast,
  nowMs: EpochMs,
  courses: Courses,
): ExpectedRunner | undefined {
  const [next] = forecast.expect(result);
  const point = next && pointOf(next.stage, courses);
  const times = next && expectAt(next, result, nowMs);
  if (point === undefined || !times) return undefined;
  return { runnerId: result.runnerId, point, ...times };
}
