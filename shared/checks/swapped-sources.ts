import { append, groupBy } from '../model/group-by.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { compareText } from '../scoring/order.ts';
import type { SwappedSources } from '../wire/reads-api.ts';
import { isReadTogether } from './compare-sources.ts';
import {
  type Clock,
  type Field,
  listComparable,
  PairCounts,
  type RunnerSightings,
  type Sighting,
} from './sightings.ts';

/** The fewest runners that are evidence (RULES.md CR8). */
const FEWEST = 10;
/** The share of common runners in the wrong order. */
const MOST = 0.8;
/** A swap must not break more than this share of what it fixes. */
const MOST_BROKEN = 0.2;
/** From this correlation on slow runners take longer between the two. */
const LEAST_AGREEMENT = 0.25;
/** A limit, since all pairs are compared. */
const MOST_COMPARED = 200;

/** Two sources that may be at each other's point. */
interface Swap {
  /** The one whose point comes first. */
  readonly a: Clock;
  readonly b: Clock;
  readonly of: number;
  readonly wrong: number;
}

interface FittingSwap extends Swap {
  /** How many more pairs of reads fit then. */
  readonly gain: number;
  readonly isSure: boolean;
}

/**
 * The sources that seem swapped, the best explanation first (RULES.md CR8). Adds their clocks to `blind`: at the wrong
 * point they neither judge nor are judged.
 */
export function findSwappedSources(field: Field, blind: Set<Clock>): SwappedSources[] {
  const found: SwappedSources[] = [];
  for (;;) {
    const swaps = listReversed(field, blind).map((swap) => judgeSwap(swap, field, blind));
    const [best] = swaps
      .filter((swap) => swap !== undefined)
      .toSorted(
        (x, y) =>
          y.gain - x.gain ||
          compareText(x.a.source, y.a.source) ||
          compareText(x.b.source, y.b.source),
      );
    if (!best) return found;
    const { a, b, wrong, of, isSure } = best;
    blind.add(a).add(b);
    const [source, point, other, otherPoint] = [a.source, a.point, b.source, b.point];
    const fromMs = Math.min(a.firstMs, b.firstMs);
    found.push({ source, point, other, otherPoint, wrong, of, isSure, fromMs });
  }
}

/** Pairs of sources of one point each that read nearly all common runners in the wrong order. */
function listReversed(field: Field, blind: ReadonlySet<Clock>): readonly Swap[] {
  const counts = new PairCounts();
  const isSingle = (clock: Clock): boolean => field.clocks.get(clock.source)?.length === 1;
  for (const runner of field.runners) {
    const seen = listComparable(runner, blind).filter(({ clock }) => isSingle(clock));
    for (const first of seen) {
      for (const later of seen) {
        if (!field.isBefore(runner.event, first.clock.place, later.clock.place)) continue;
        // The mats may have been on trial with these bands before the race.
        const isWrong = (first.times.at(-1) ?? 0) > (later.times.at(-1) ?? 0);
        counts.note(first.clock, later.clock, isWrong);
      }
    }
  }
  return counts.list().filter(({ of, wrong }) => of >= FEWEST && wrong >= MOST * of);
}

function isReversed({ times: first }: Sighting, { times: later }: Sighting): boolean {
  return (first[0] ?? -Infinity) > (later.at(-1) ?? Infinity);
}

/** Undefined if another explanation is as good. */
function judgeSwap(swap: Swap, field: Field, blind: ReadonlySet<Clock>): FittingSwap | undefined {
  const gain = findGain(swap, field, blind);
  if (gain === undefined) return undefined;
  const isRight = ({ source }: Clock): boolean => field.arrivals.get(source)?.aheadMs === 0;
  const isSure = isRight(swap.a) && isRight(swap.b);
  // Without arrivals, the order may just as well be due to a wrong clock.
  if (!isSure && agreeWithPace(swap, field) < LEAST_AGREEMENT) return undefined;
  return { ...swap, gain, isSure };
}

/** How many more pairs of reads fit after a swap; undefined if it breaks others, or the swapped still misfit. */
function findGain(
  { a, b }: Swap,
  { runners, isBefore }: Field,
  blind: ReadonlySet<Clock>,
): number | undefined {
  let [mended, broken] = [0, 0];
  const left = new PairCounts();
  const swappedPlaceOf = (clock: Clock): number =>
    clock === a ? b.place : clock === b ? a.place : clock.place;
  for (const runner of runners) {
    const { event } = runner;
    const seen = listComparable(runner, blind);
    const isMisfit = (
      one: Sighting,
      place: number,
      other: Sighting,
      otherPlace: number,
    ): boolean => {
      if (place === otherPlace) return !isReadTogether(one.times, other.times);
      if (isBefore(event, place, otherPlace)) return isReversed(one, other);
      return isBefore(event, otherPlace, place) && isReversed(other, one);
    };
    for (const one of seen) {
      if (one.clock !== a && one.clock !== b) continue;
      for (const other of seen) {
        const [its, others] = [one.clock, other.clock];
        if (other === one || (its === b && others === a)) continue;
        const isNow = isMisfit(one, its.place, other, others.place);
        const isThen = isMisfit(one, swappedPlaceOf(its), other, swappedPlaceOf(others));
        mended += Number(isNow && !isThen);
        broken += Number(isThen && !isNow);
        left.note(its, others, isThen);
      }
    }
  }
  const isLeft = left.list().some(({ of, wrong }) => of >= FEWEST / 2 && 2 * wrong > of);
  return isLeft || broken > MOST_BROKEN * mended ? undefined : mended - broken;
}

/**
 * The correlation, from -1 to 1, between a runner's slowness up to the two sources and the time between them: positive
 * between two points; negative for a wrong clock, which shortens each leg by the same.
 */
function agreeWithPace({ a, b }: Swap, field: Field): number {
  const byBoth = field.runners.filter(
    ({ sightings }) => sightings.filter(({ clock }) => clock === a || clock === b).length === 2,
  );
  const runnersOf = groupBy(byBoth, ({ event }) => event);
  let [agreed, compared] = [0, 0];
  for (const [event, runners] of runnersOf) {
    const points = findReference(event, runners, { a, b }, field);
    for (const [at, one] of points.entries()) {
      for (const other of points.slice(at + 1)) {
        agreed += Math.sign(one.paceMs - other.paceMs) * Math.sign(one.gapMs - other.gapMs);
        compared += 1;
      }
    }
  }
  return compared < FEWEST ** 2 / 4 ? 0 : agreed / compared;
}

interface Paced {
  /** From the reference point to the first of the two, or from the last of them. */
  readonly paceMs: DurationMs;
  readonly gapMs: DurationMs;
}

function lastOf(sightings: readonly Sighting[], clock: Clock): EpochMs {
  return sightings.find((one) => one.clock === clock)?.times.at(-1) ?? 0;
}

/** Relative to the point before or behind both with the most reads. */
function findReference(
  event: string,
  runners: readonly RunnerSightings[],
  { a, b }: Pick<Swap, 'a' | 'b'>,
  { isBefore }: Field,
): readonly Paced[] {
  const byPlace = new Map<number, Paced[]>();
  for (const { sightings } of runners) {
    const [aMs, bMs] = [lastOf(sightings, a), lastOf(sightings, b)];
    const places = new Set<number>();
    for (const { clock, times, isOfRace } of sightings) {
      const { place } = clock;
      if (clock === a || clock === b || !isOfRace || places.has(place)) continue;
      const isAhead = isBefore(event, place, a.place) && isBefore(event, place, b.place);
      const isBehind = isBefore(event, a.place, place) && isBefore(event, b.place, place);
      if (!isAhead && !isBehind) continue;
      // A mat may be both start and finish.
      const nearestMs = isAhead
        ? times.findLast((timeMs) => timeMs < bMs)
        : times.find((timeMs) => timeMs > aMs);
      if (nearestMs === undefined) continue;
      places.add(place);
      const paceMs = isAhead ? bMs - nearestMs : nearestMs - aMs;
      append(byPlace, place, { paceMs, gapMs: aMs - bMs });
    }
  }
  const most = [...byPlace.values()].reduce<readonly Paced[]>(
    (best, one) => (one.length > best.length ? one : best),
    [],
  );
  const step = Math.max(1, Math.ceil(most.length / MOST_COMPARED));
  return most.filter((_, at) => at % step === 0);
}
