import type { NewRunner } from '#server/features/import/import-outcome.ts';
import { createRandom, type Random } from '#server/system/random.ts';
import type { BandId } from '#shared/model/ids.ts';
import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { CUT_OFF_MS, DEMO_COURSES, type Mat, START_FINISH } from './course.ts';
import { type DemoRunner, inventRunners, STRAY_BAND } from './invent-runners.ts';

/** A read of a wristband, in time since the race start. */
export interface DemoRead {
  readonly bandId: BandId;
  readonly mat: Mat;
  readonly elapsedMs: DurationMs;
}

/** A whole race, with its reads in order of time. */
interface InventedRace {
  readonly runners: readonly NewRunner[];
  readonly reads: readonly DemoRead[];
}

const DEMO_SEED = 20_261_120;

/** Invents the race of the demo, always the same for a seed. */
export function inventRace(seed = DEMO_SEED): InventedRace {
  const random = createRandom(seed);
  const field = inventRunners(random);
  const reads = inventReads(field, random);
  return { runners: field.map(({ entry }) => entry), reads };
}

/** The share of crossings that a mat misses. */
const CROSSING_MISSED = 0.02;

/** All reads of the race, in order of time. */
function inventReads(runners: readonly DemoRunner[], random: Random): DemoRead[] {
  const reads = runners.flatMap((runner) => {
    const { bandId } = runner.entry;
    if (bandId === undefined || runner.fate === 'never-starts') return [];
    return runCourse(runner, random).flatMap(({ mat, elapsedMs }) =>
      crossMat(bandId, mat, elapsedMs, random),
    );
  });
  reads.push(...unexpectedReads(random));
  return reads.toSorted((a, b) => a.elapsedMs - b.elapsedMs);
}

/** The passings of a runner, which end early for those who give up or miss the cut-off. */
function runCourse(
  { event, slowness, fate }: DemoRunner,
  random: Random,
): Omit<DemoRead, 'bandId'>[] {
  const { crossings, gunMs, typicalMs } = event;
  // Fast runners start in front; the last ones take half a minute or more to the line.
  const startMs = gunMs + (slowness - 0.7) * 45 * SECOND_MS + random.between(0, 8 * SECOND_MS);
  const totalMs = typicalMs * slowness;
  const count = fate === 'gives-up' ? random.int(1, crossings.length - 1) : crossings.length;
  const crossed = crossings.slice(0, count);
  let elapsedMs = startMs;
  let before = 0;
  const passages = crossed.map(({ mat, at }) => {
    elapsedMs += (at - before) * totalMs * (1 + 0.05 * random.normal());
    before = at;
    return { mat, elapsedMs };
  });
  return passages.filter((passage) => passage.elapsedMs < CUT_OFF_MS);
}

/** A mat reads a wristband several times while it is near, or, rarely, not at all. */
function crossMat(
  bandId: BandId,
  mat: Mat,
  elapsedMs: DurationMs,
  random: Random,
): readonly DemoRead[] {
  if (random.chance(CROSSING_MISSED)) return [];
  let readMs = Math.round(elapsedMs);
  return Array.from({ length: random.int(2, 5) }, () => {
    const read = { bandId, mat, elapsedMs: readMs };
    readMs += random.int(90, 420);
    return read;
  });
}

/** The reads of an unregistered wristband. */
function unexpectedReads(random: Random): DemoRead[] {
  return [
    ...crossMat(STRAY_BAND, START_FINISH, 15.4 * MINUTE_MS, random),
    ...crossMat(
      STRAY_BAND,
      DEMO_COURSES.slots.slice(0, 1).map(({ point }) => point),
      34 * MINUTE_MS,
      random,
    ),
    ...crossMat(STRAY_BAND, START_FINISH, 152 * MINUTE_MS, random),
  ];
}
