import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { compareText } from './compare-text.ts';
import type { Sex } from '../model/race-setup.ts';
import { legTime } from './legs.ts';
import { countWhile } from './ordered-sequence.ts';
import { PlaceCounter } from './place-counter.ts';
import { type StagePoint, stagePointsOf } from './stage-point.ts';
import type { Steps } from './steps.ts';
import { byClub } from './team-results.ts';

export interface RankedTime {
  readonly result: UnrankedResult;
  readonly place: number;
  readonly timeMs: DurationMs;
}

/** The fastest on a leg, and how many have a time for it. */
export interface LegTable {
  readonly from: StagePoint | undefined;
  readonly to: StagePoint;
  readonly rows: readonly RankedTime[];
  readonly count: number;
}

/** Finishers who have something in common, in the order of their times. */
export interface GroupTable {
  readonly name: string;
  readonly rows: readonly RankedTime[];
}

/**
 * The legs of an event (RULES.md GP5), of all or of one sex, so many of each; equal ones in the order of
 * `listed`. Others can have a turn after each leg.
 */
export function* rankLegs(
  listed: readonly UnrankedResult[],
  event: EventCode,
  courses: Courses,
  { sex, most = Infinity }: { readonly sex?: Sex | undefined; readonly most?: number } = {},
): Steps<readonly LegTable[]> {
  const runners = sex ? listed.filter(({ ageGroup }) => courses.sexOf(ageGroup) === sex) : listed;
  const points = stagePointsOf(event, courses);
  const tables: LegTable[] = [];
  for (const [index, to] of points.entries()) {
    yield;
    const from = points[index - 1];
    const times = Float64Array.from(runners, (result) => legTime(result, from, to) ?? Infinity);
    const sorted = times.toSorted();
    // Only those who are asked for are put in order: of a large field a few.
    const lastMs = sorted[Math.min(most, sorted.length) - 1] ?? -Infinity;
    const timed = runners.flatMap((result, at) => {
      const timeMs = times[at] ?? Infinity;
      return timeMs <= lastMs && timeMs < Infinity ? [{ result, timeMs }] : [];
    });
    const rows = rank(timed.toSorted((a, b) => a.timeMs - b.timeMs).slice(0, most));
    const count = countWhile(sorted.length, (at) => (sorted[at] ?? Infinity) < Infinity);
    tables.push({ from, to, rows, count });
  }
  return tables;
}

/** The finishers by category, in the order in which categories are listed. `finishers` are in the order of their places. */
export function rankCategories(
  finishers: Iterable<UnrankedResult>,
  { categories }: Pick<Courses, 'categories'>,
): readonly GroupTable[] {
  const groups = groupBy(finishers, ({ ageGroup }) => ageGroup || undefined);
  return [...groups]
    .map(([name, results]) => ({ name, rows: rankTotals(results) }))
    .toSorted((a, b) => categories.indexOf(a.name) - categories.indexOf(b.name));
}

/** The finishers by club (RULES.md TM2, TM3), by name. `finishers` are in the order of their places. */
export function rankClubs(finishers: Iterable<UnrankedResult>): readonly GroupTable[] {
  const clubs = groupBy(finishers, byClub());
  return [...clubs]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([, results]) => ({
      name: results[0]?.runClub.trim() ?? '',
      rows: rankTotals(results),
    }));
}

function groupBy(
  results: Iterable<UnrankedResult>,
  keyOf: (result: UnrankedResult) => string | undefined,
): Map<string, UnrankedResult[]> {
  const groups = new Map<string, UnrankedResult[]>();
  for (const result of results) {
    const key = keyOf(result);
    if (key === undefined) continue;
    const members = groups.get(key);
    if (members) members.push(result);
    else groups.set(key, [result]);
  }
  return groups;
}

function rankTotals(results: readonly UnrankedResult[]): readonly RankedTime[] {
  return rank(results.map((result) => ({ result, timeMs: result.totalMs ?? 0 })));
}

/** Gives places to times that are in their order. */
function rank(timed: readonly Omit<RankedTime, 'place'>[]): readonly RankedTime[] {
  const places = new PlaceCounter();
  return timed.map((row) => ({ ...row, place: places.next(row.timeMs) }));
}
