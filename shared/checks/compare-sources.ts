import { type DurationMs, type EpochMs, SECOND_MS } from '../model/time.ts';
import { compareText } from '../scoring/order.ts';
import { type Clock, type Field, PairCounts } from './sightings.ts';

/** The fewest runners that are evidence (RULES.md CR6). */
const FEWEST = 10;
/** How far apart the mats of a point may be. */
const APART_MS: DurationMs = 10 * SECOND_MS;
/** A wrong clock shows in this share of equal differences, give or take a tenth within these bounds. */
const MOST = 2 / 3;
const CLOSE_PART = 0.1;
const CLOSE_MS = { least: 2 * SECOND_MS, most: 30 * SECOND_MS };

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

/**
 * The difference that most runners share, if any. Runners may stand on a mat before they start or after they finish, so
 * that their last read is the reliable one at a start and the first at a finish.
 */
function findGap({ runners }: Field, a: Clock, b: Clock, of: number): DurationMs | undefined {
  const both = runners.flatMap(({ sightings }) => {
    const [from, to] = [a, b].map((clock) => sightings.find((one) => one.clock === clock)?.times);
    return from && to ? [{ from, to }] : [];
  });
  for (const end of [0, -1]) {
    const gaps = both
      .map(({ from, to }) => (to.at(end) ?? 0) - (from.at(end) ?? 0))
      .toSorted((x, y) => x - y);
    let [first, most, middle] = [0, 0, 0];
    for (const [last, gapMs] of gaps.entries()) {
      while (gapMs - (gaps[first] ?? gapMs) > 2 * closeTo(gapMs)) first += 1;
      if (last + 1 - first <= most) continue;
      most = last + 1 - first;
      middle = gaps[(first + last) >> 1] ?? 0;
    }
    // A mat of start and finish that missed a visit of many has another first or last.
    const together = both.filter(({ from, to }) =>
      isReadTogether(
        from.map((ms) => ms + middle),
        to,
      ),
    );
    if (Math.max(most, together.length) >= MOST * of) return middle;
  }
  return undefined;
}

function closeTo(gapMs: DurationMs): DurationMs {
  return Math.max(CLOSE_MS.least, Math.min(CLOSE_MS.most, CLOSE_PART * Math.abs(gapMs)));
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
