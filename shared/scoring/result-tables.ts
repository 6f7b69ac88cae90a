import type { Courses } from '../model/courses.ts';
import { groupBy } from '../model/group-by.ts';
import type { EventCode } from '../model/ids.ts';
import type { Ranking } from '../model/ranking.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { compareText } from './order.ts';
import type { Sex } from '../model/race-setup.ts';
import { legTime, type StagePoint, stagePointsOf } from './stages.ts';
import { compareBy, countWhile } from './ordered-sequence.ts';
import { byTotal, PlaceCounter, valueAt } from './rank-keys.ts';
import { byClub } from './team-results.ts';

export interface RankedTime {
  readonly result: UnrankedResult;
  readonly place: number;
  readonly timeMs: DurationMs;
}

/** The fastest runners on a leg. */
export interface LegTable {
  readonly from: StagePoint | undefined;
  readonly to: StagePoint;
  readonly rows: readonly RankedTime[];
  /** All runners with a time for it. */
  readonly count: number;
}

/** The finishers of a category or club, in order. */
export interface GroupTable {
  readonly name: string;
  readonly rows: readonly RankedTime[];
}

/** The legs of an event, of all runners or one sex, the first `most` of each; ties in the order of `listed` (RULES.md GP5). */
export function rankLegs(
  listed: readonly UnrankedResult[],
  event: EventCode,
  courses: Courses,
  { sex, most = Infinity }: { readonly sex?: Sex | undefined; readonly most?: number } = {},
): readonly LegTable[] {
  const runners = sex ? listed.filter((one) => courses.sexOf(one) === sex) : listed;
  const points = stagePointsOf(event, courses);
  const ranking = courses.rankingOf(event);
  if (!ranking.isRanked) return [];
  const tables: LegTable[] = [];
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    const times = Float64Array.from(runners, (result) => legTime(result, from, to) ?? Infinity);
    const sorted = times.toSorted();
    // Sorts only the requested rows, a few of a large field.
    const lastMs = sorted[Math.min(most, sorted.length) - 1] ?? -Infinity;
    const timed = runners.flatMap((result, at) => {
      const timeMs = times[at] ?? Infinity;
      return timeMs <= lastMs && timeMs < Infinity ? [{ result, timeMs }] : [];
    });
    const first = timed.toSorted((a, b) => a.timeMs - b.timeMs).slice(0, most);
    const rows = rank(first, ranking, ({ timeMs }) => ranking.valueOf(timeMs));
    const count = countWhile(sorted.length, (at) => (sorted[at] ?? Infinity) < Infinity);
    tables.push({ from, to, rows, count });
  }
  return tables;
}

/** The finishers, given in order, by category in the order of the race's list. */
export function rankCategories(
  finishers: Iterable<UnrankedResult>,
  courses: Pick<Courses, 'categories' | 'rankingOf'>,
): readonly GroupTable[] {
  const { categories } = courses;
  const groups = groupRanked(finishers, courses, ({ ageGroup }) => ageGroup || undefined);
  return groups
    .map(({ name, results, ranking }) => {
      const key = byTotal(ranking, true);
      const rows = results
        .toSorted(compareBy(key))
        .map((result) => ({ result, timeMs: result.categoryMs ?? result.totalMs ?? 0 }));
      return { name, rows: rank(rows, ranking, ({ result }) => key.valueOf(result)) };
    })
    .toSorted((a, b) => categories.indexOf(a.name) - categories.indexOf(b.name));
}

/** The finishers, given in order, by club in the order of names (RULES.md TM2, TM3). */
export function rankClubs(
  finishers: Iterable<UnrankedResult>,
  courses: Pick<Courses, 'rankingOf'>,
): readonly GroupTable[] {
  return groupRanked(finishers, courses, byClub())
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(({ results, ranking }) => {
      const rows = results.map((result) => ({ result, timeMs: result.totalMs ?? 0 }));
      const valueOf = ({ result }: Unplaced): number | null => valueAt(result, 'finish', ranking);
      return { name: results[0]?.runClub.trim() ?? '', rows: rank(rows, ranking, valueOf) };
    });
}

/** Groups the finishers of a ranked distance. */
function groupRanked(
  finishers: Iterable<UnrankedResult>,
  courses: Pick<Courses, 'rankingOf'>,
  keyOf: (result: UnrankedResult) => string | undefined,
) {
  const groups = groupBy(finishers, (result) =>
    courses.rankingOf(result.events).isRanked ? keyOf(result) : undefined,
  );
  return Array.from(groups, ([name, results]) => ({
    name,
    results,
    ranking: courses.rankingOf(results[0]?.events ?? ''),
  }));
}

type Unplaced = Omit<RankedTime, 'place'>;

/** Adds places to ordered rows. */
function rank(
  rows: readonly Unplaced[],
  ranking: Ranking,
  valueOf: (row: Unplaced) => number | null,
): readonly RankedTime[] {
  const places = new PlaceCounter(ranking);
  return rows.map((row) => ({ ...row, place: places.next(valueOf(row)) }));
}
