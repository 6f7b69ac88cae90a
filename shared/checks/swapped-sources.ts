import type { EpochMs } from '../model/time.ts';
import type { SwappedSources } from '../wire/reads-api.ts';
import { compareText } from '../scoring/order.ts';
import { isReadTogether } from './compare-sources.ts';
import { type Clock, type Field, listComparable, PairCounts } from './sightings.ts';

/** The fewest runners that are evidence (RULES.md CR8). */
const FEWEST = 10;
/** The share of common runners in the wrong order. */
const MOST = 0.8;

/**
 * The sources with right clocks that seem to be at each other's point, the farthest apart first (RULES.md CR8). Adds their
 * clocks to `blind`: at the wrong point they neither judge nor are judged.
 */
export function findSwappedSources(field: Field, blind: Set<Clock>): SwappedSources[] {
  const swaps = listReversed(field).toSorted(
    (x, y) =>
      y.b.place - y.a.place - (x.b.place - x.a.place) ||
      compareText(x.a.source, y.a.source) ||
      compareText(x.b.source, y.b.source),
  );
  return swaps.flatMap(({ a, b, wrong, of }) => {
    // A source at the wrong point also passes points between in the wrong order.
    if (blind.has(a) || blind.has(b) || !isMended(a, b, field)) return [];
    blind.add(a).add(b);
    return { source: a.source, point: a.point, other: b.source, otherPoint: b.point, wrong, of };
  });
}

/** Pairs of sources of one point each that read nearly all common runners in the wrong order. */
function listReversed({ runners, clocks, arrivals, isBefore }: Field) {
  const counts = new PairCounts();
  const isRight = ({ source }: Clock): boolean =>
    clocks.get(source)?.length === 1 && arrivals.get(source)?.aheadMs === 0;
  for (const runner of runners) {
    const seen = listComparable(runner, new Set()).filter(({ clock }) => isRight(clock));
    for (const first of seen) {
      for (const later of seen) {
        if (!isBefore(runner.event, first.clock.place, later.clock.place)) continue;
        // The mats may have been on trial with these bands before the race.
        const isWrong = (first.times.at(-1) ?? 0) > (later.times.at(-1) ?? 0);
        counts.note(first.clock, later.clock, isWrong);
      }
    }
  }
  return counts.list().filter(({ of, wrong }) => of >= FEWEST && wrong >= MOST * of);
}

/** Whether both fit all others at each other's point. If not, one of them alone may be at the wrong point. */
function isMended(a: Clock, b: Clock, { runners, isBefore }: Field): boolean {
  const counts = new PairCounts();
  for (const { event, sightings } of runners) {
    const seen = listComparable({ event, sightings }, new Set());
    for (const { clock, times } of seen) {
      if (clock !== a && clock !== b) continue;
      const place = clock === a ? b.place : a.place;
      for (const other of seen) {
        if (other.clock === a || other.clock === b) continue;
        if (place === other.clock.place) {
          counts.note(clock, other.clock, !isReadTogether(times, other.times));
        } else if (isBefore(event, place, other.clock.place)) {
          counts.note(clock, other.clock, isReversed(times, other.times));
        } else if (isBefore(event, other.clock.place, place)) {
          counts.note(clock, other.clock, isReversed(other.times, times));
        }
      }
    }
  }
  return counts.list().every(({ of, wrong }) => of < FEWEST / 2 || 2 * wrong <= of);
}

/** A mat at both ends is read before and after. */
function isReversed(first: readonly EpochMs[], later: readonly EpochMs[]): boolean {
  return (first[0] ?? -Infinity) > (later.at(-1) ?? Infinity);
}
