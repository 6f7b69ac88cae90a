import * as fc from 'fast-check';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { TIMINGS } from '#shared/model/settings.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';

import { buildConfig, buildRunner, buildScan } from './builders.ts';

/** 10:00:00 in British summer time. */
const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** Milliseconds after the first mat at which a runner is at each, by source. */
const MATS = { first: 0, second: 2_400, third: 4_000 } as const;
type Mat = keyof typeof MATS;

/** Milliseconds after the first mat of the finish. */
const FINISH_MATS = { finish: 0, 'finish-2': 2_000 } as const;
type FinishMat = keyof typeof FINISH_MATS;

/** A runner's crossings of the start and finish lines. */
interface Crosser {
  readonly atMs: number;
  readonly hurryMs: number;
  readonly mats: readonly Mat[];
  readonly isReadTwice: boolean;
  readonly finishMats: readonly FinishMat[];
}

export interface TwoMatRace {
  readonly runners: readonly Runner[];
  readonly scans: readonly Scan[];
  readonly config: RaceConfig;
}

const crossers: fc.Arbitrary<Crosser> = fc.record({
  atMs: fc.integer({ min: -40, max: 400 }).map((tenths) => GUN_MS + tenths * 100),
  hurryMs: fc.integer({ min: -400, max: 400 }),
  mats: fc.oneof(
    { weight: 5, arbitrary: fc.constant<readonly Mat[]>(['first', 'second']) },
    { weight: 2, arbitrary: fc.constant<readonly Mat[]>(['first', 'second', 'third']) },
    { weight: 3, arbitrary: fc.subarray<Mat>(['first', 'second', 'third']) },
  ),
  isReadTwice: fc.boolean(),
  finishMats: fc.oneof(
    { weight: 4, arbitrary: fc.constant<readonly FinishMat[]>(['finish', 'finish-2']) },
    { weight: 3, arbitrary: fc.subarray<FinishMat>(['finish', 'finish-2']) },
  ),
});

function momentAt({ atMs, hurryMs }: Crosser, mat: Mat): number {
  return atMs + MATS[mat] + (mat === 'first' ? 0 : hurryMs);
}

/** A race with several mats at each line, each of which misses some runners. */
function buildTwoMatRace(field: readonly Crosser[], settings: Partial<RaceConfig>): TwoMatRace {
  const runners = field.map((_, index) =>
    buildRunner({
      runnerId: `runner-${index}`,
      bandId: String(index + 1),
      event: USUAL_COURSES.events[index % USUAL_COURSES.events.length] ?? 'PB',
    }),
  );
  const scans = field.flatMap((crosser, index) => {
    const bandId = String(index + 1);
    const starts = crosser.mats.flatMap((source) => {
      const timeMs = momentAt(crosser, source);
      const read = { bandId, points: ['start'] as const, source };
      const first = buildScan({ ...read, timeMs });
      return crosser.isReadTwice ? [buildScan({ ...read, timeMs: timeMs - 700 }), first] : [first];
    });
    const finishes = crosser.finishMats.map((source) => {
      const timeMs = crosser.atMs + 40 * MINUTE_MS + FINISH_MATS[source];
      return buildScan({ bandId, points: ['finish'], timeMs, source });
    });
    return [...starts, ...finishes];
  });
  const config = buildConfig({ raceStart: '2026-06-20-10-00-00', timing: 'chip', ...settings });
  return { runners, scans, config };
}

/** Races whose start line has two mats or three. */
export const twoMatRaces: fc.Arbitrary<TwoMatRace> = fc
  .tuple(
    fc.array(crossers, { minLength: 6, maxLength: 40, size: 'max' }),
    fc.constantFrom(...TIMINGS),
    fc.constantFrom('', '2026-06-20-10-00-00', '2026-06-20-09-59-00'),
  )
  .map(([field, timing, raceStart]) => buildTwoMatRace(field, { timing, raceStart }));
