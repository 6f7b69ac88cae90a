import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { compareText } from '../scoring/order.ts';
import {
  type Clock,
  type Field,
  PairCounts,
  type RunnerSightings,
  type Sighting,
} from './sightings.ts';

/** The fewest runners that are evidence (RULES.md CR6). */
const FEWEST = 10;
/** How far apart the mats of a point may be. */
const APART_MS: DurationMs = 10 * SECOND_MS;
/** A wrong clock shows in this share of equal differences, give or take a tenth within these bounds. */
const MOST = 2 / 3;
const CLOSE_PART = 0.1;
const CLOSE_MS = { least: 2 * SECOND_MS, most: 30 * SECOND_MS };
/** A read after a longer pause is another visit. */
const VISIT_MS: DurationMs = MINUTE_MS;
/** More visits are those of the crew. */
const MOST_VISITS = 10;

/** Two clocks at a point that read the same runners (RULES.md CR6). */
export interface Comparison {
  readonly a: Clock;
  readonly b: Clock;
  /** How much later `b` read them than `a`; 0 if most were read together. */
  readonly gapMs: DurationMs;
  readonly of: number;
  /** The runners never read together by both. */
  readonly wrong: number;
}

/**
 * Pairs of clocks at a point with ten runners or more in common that agree, or mostly differ by the same. A difference
 * that varies between runners is a distance, not a clock.
 */
export function compareSources(field: Field, blind: ReadonlySet<Clock>): Comparison[] {
  const counts = new PairCounts();
  for (const { sightings } of field.runners) {
    for (const a of sightings) {
      if (blind.has(a.clock)) continue;
      for (const b of sightings) {
        if (!isOfOnePoint(a.clock, b.clock) || blind.has(b.clock)) continue;
        counts.note(a.clock, b.clock, !isReadTogether(a.times, b.times));
      }
    }
  }
  return counts.list().flatMap(({ a, b, of, wrong }) => {
    if (of < FEWEST) return [];
    const gapMs = 2 * wrong <= of ? 0 : findGap(field, a, b, of);
    return gapMs === undefined ? [] : { a, b, gapMs, of, wrong };
  });
}

/** Once for each pair. */
function isOfOnePoint(a: Clock, b: Clock): boolean {
  return a.point === b.point && compareText(a.source, b.source) < 0;
}

/** Whether two clocks read a runner together, allowing for the distance of two mats. */
export function isReadTogether(a: readonly EpochMs[], b: readonly EpochMs[]): boolean {
  for (let at = 0, bt = 0; at < a.length && bt < b.length;) {
    const gapMs = (b[bt] ?? 0) - (a[at] ?? 0);
    if (Math.abs(gapMs) <= APART_MS) return true;
    if (gapMs > 0) at += 1;
    else bt += 1;
  }
  return false;
}

/** The difference that most runners share, if any. */
function findGap({ runners }: Field, a: Clock, b: Clock, of: number): DurationMs | undefined {
  const gaps: { readonly runner: RunnerSightings; readonly gapMs: DurationMs }[] = [];
  for (const runner of runners) {
    const [one, other] = [a, b].map((clock) => findVisits(runner.sightings, clock));
    for (const from of one ?? []) {
      for (const to of other ?? []) {
        // Runners may stand on a mat before they start or after they finish, so only one end of a visit is reliable.
        gaps.push({ runner, gapMs: to.firstMs - from.firstMs });
        if (to.lastMs - from.lastMs !== to.firstMs - from.firstMs)
          gaps.push({ runner, gapMs: to.lastMs - from.lastMs });
      }
    }
  }
  gaps.sort((x, y) => x.gapMs - y.gapMs);
  const within = new Map<RunnerSightings, number>();
  let [from, most, middle] = [0, 0, 0];
  for (const [to, { runner, gapMs }] of gaps.entries()) {
    within.set(runner, (within.get(runner) ?? 0) + 1);
    for (; gapMs - (gaps[from]?.gapMs ?? gapMs) > 2 * closeTo(gapMs); from += 1) {
      const gone = gaps[from]?.runner;
      const left = gone && (within.get(gone) ?? 0) - 1;
      if (gone && left) within.set(gone, left);
      else if (gone) within.delete(gone);
    }
    if (within.size <= most) continue;
    most = within.size;
    middle = gaps[(from + to) >> 1]?.gapMs ?? 0;
  }
  return most < MOST * of ? undefined : middle;
}

function closeTo(gapMs: DurationMs): DurationMs {
  return Math.max(CLOSE_MS.least, Math.min(CLOSE_MS.most, CLOSE_PART * Math.abs(gapMs)));
}

interface Visit {
  readonly firstMs: EpochMs;
  lastMs: EpochMs;
}

function findVisits(sightings: readonly Sighting[], clock: Clock): readonly Visit[] {
  const visits: Visit[] = [];
  for (const timeMs of sightings.find((one) => one.clock === clock)?.times ?? []) {
    const last = visits.at(-1);
    if (last && timeMs - last.lastMs <= VISIT_MS) last.lastMs = timeMs;
    else visits.push({ firstMs: timeMs, lastMs: timeMs });
  }
  return visits.length > MOST_VISITS ? [] : visits;
}

/** How much later the other source reads than this clock; undefined for other clocks. */
export function gapFrom(clock: Clock, { a, b, gapMs }: Comparison): DurationMs | undefined {
  if (clock === a) return gapMs;
  return clock === b ? 0 - gapMs : undefined;
}

/** Whether a shift closes a gap. */
export function isTogether(gapMs: DurationMs, shiftMs: DurationMs): boolean {
  return Math.abs(gapMs - shiftMs) <= APART_MS;
}
