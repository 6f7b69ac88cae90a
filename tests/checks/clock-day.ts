import { USUAL_COURSES } from '#shared/model/courses.ts';
import { createRandom, type Random } from '#server/system/random.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Timing } from '#shared/model/settings.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { HeldRead } from '#shared/checks/sightings.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

/** How a day goes whose clocks are all right. */
export interface ClockDayPlan {
  readonly seed: number;
  readonly runners: number;
  /** What somebody in the middle needs from one point to the next, in minutes. */
  readonly leg: number;
  readonly isGunSet: boolean;
  readonly timing: Timing;
  /** Whether the start is the finish too: one mat for both, of one source. */
  readonly isOneLine: boolean;
  /** How many sources stand at the line, the first of which misses the fewest. */
  readonly linesOf: number;
  /** How many stand at each checkpoint. */
  readonly pointsOf: number;
}

/** The sources of a day, each of which stands at one point, or at the line. */
export function sourceAt(point: TimePoint, place: number, { isOneLine }: ClockDayPlan): string {
  const isLine = isOneLine && (point === 'start' || point === 'finish');
  return `${isLine ? 'line' : point}-${place + 1}`;
}

/**
 * A day with all that happens at mats: people wait on that of the start, walk over that of the finish
 * before and after, are missed, give up, and the crew tries every mat with the bands of some.
 */
export function inventClockDay(plan: ClockDayPlan) {
  const random = createRandom(plan.seed);
  const reads: HeldRead[] = [];
  const runners = Array.from({ length: plan.runners }, (_, index) => {
    const event = USUAL_COURSES.events[random.int(0, USUAL_COURSES.events.length - 1)] ?? 'PB';
    return buildRunner({ runnerId: `runner-${index}`, bandId: String(index + 1), event });
  });
  for (const [index, runner] of runners.entries()) {
    const cross = (point: TimePoint, timeMs: EpochMs): void => {
      reads.push(...readAt(runner, point, timeMs, plan, random));
    };
    const course = USUAL_COURSES.routeOf(runner.event);
    // Where no gun is set, whatever was read before the race would be of it.
    if (plan.isGunSet && index < 15) {
      for (const point of course) cross(point, GUN_MS - random.between(60, 180) * MINUTE_MS);
    }
    if (plan.isGunSet && random.chance(0.3)) {
      cross('finish', GUN_MS - random.between(6, 30) * MINUTE_MS);
    }
    if (random.chance(0.4)) cross('start', GUN_MS - random.between(1, 20) * MINUTE_MS);
    let timeMs = GUN_MS + random.between(0, 90) * SECOND_MS;
    const slowness = random.between(0.7, 1.6);
    const last = random.chance(0.1) ? random.int(0, course.length - 1) : course.length - 1;
    for (const [at, point] of course.slice(0, last + 1).entries()) {
      if (at > 0) timeMs += plan.leg * slowness * random.between(0.8, 1.2) * MINUTE_MS;
      cross(point, timeMs);
    }
    if (random.chance(0.2)) cross('finish', timeMs + random.between(5, 60) * MINUTE_MS);
  }
  const config = buildConfig({
    timing: plan.timing,
    earliestFinish: '00:05:00',
    ...(plan.isGunSet ? {} : { raceStart: '' }),
  });
  return { reads, rules: scoringRulesOf(config) };
}

function readAt(
  runner: Runner,
  point: TimePoint,
  atMs: EpochMs,
  plan: ClockDayPlan,
  random: Random,
): HeldRead[] {
  const isLine = point === 'start' || point === 'finish';
  const points = isLine && plan.isOneLine ? (['start', 'finish'] as const) : [point];
  const found: HeldRead[] = [];
  for (let place = 0; place < (isLine ? plan.linesOf : plan.pointsOf); place += 1) {
    if (random.chance(0.02 + 0.1 * place)) continue;
    const source = sourceAt(point, place, plan);
    let timeMs = Math.round(atMs + place * 2_300 + random.between(0, 900));
    for (let left = random.int(1, 3); left > 0; left -= 1) {
      const scan = buildScan({ bandId: runner.bandId ?? '', points, timeMs, source });
      found.push({ runner, scan, asRead: scan });
      timeMs += random.int(100, 800);
    }
  }
  return found;
}

/** The same with one source's clock wrong. */
export function moveClock(
  reads: readonly HeldRead[],
  source: string,
  byMs: DurationMs,
): readonly HeldRead[] {
  return reads.map((read) => {
    if (read.scan.source !== source) return read;
    const scan = { ...read.scan, timeMs: read.scan.timeMs + byMs };
    return { ...read, scan, asRead: scan };
  });
}

/** The same with two boxes put up at each other's point: their reads say the wrong one. */
export function swapBoxes(
  reads: readonly HeldRead[],
  one: string,
  other: string,
): readonly HeldRead[] {
  return reads.map((read) => {
    const { source } = read.scan;
    if (source !== one && source !== other) return read;
    const scan = { ...read.scan, source: source === one ? other : one };
    const [point = ''] = scan.source.split('-');
    const moved = { ...scan, points: [point] };
    return { ...read, scan: moved, asRead: moved };
  });
}

/** The same with one box whose reads say another point. */
export function misplaceBox(
  reads: readonly HeldRead[],
  source: string,
  point: TimePoint,
): readonly HeldRead[] {
  return reads.map((read) => {
    if (read.scan.source !== source) return read;
    const scan = { ...read.scan, points: [point] };
    return { ...read, scan, asRead: scan };
  });
}

type LiveRead = HeldRead & { readonly asRead: { readonly arrivedMs: EpochMs } };

/**
 * The same day live, read by read as it arrives: soon after it, from the sources of `late` after up to two minutes. One
 * source's clock may be wrong.
 */
export function asLive(
  reads: readonly HeldRead[],
  seed: number,
  wrong: { readonly source: string; readonly byMs: DurationMs },
  late: ReadonlySet<string> = new Set(),
): readonly LiveRead[] {
  const random = createRandom(seed);
  return reads
    .map(({ runner, scan }) => {
      const { source, timeMs } = scan;
      const delayMs = random.between(0, late.has(source) ? 120_000 : 900);
      const moved = { ...scan, timeMs: timeMs + (source === wrong.source ? wrong.byMs : 0) };
      return { runner, scan: moved, asRead: { ...moved, arrivedMs: timeMs + delayMs } };
    })
    .toSorted((a, b) => a.asRead.arrivedMs - b.asRead.arrivedMs);
}
