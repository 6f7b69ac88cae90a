import type { Courses } from '../model/courses.ts';
import type { Ranking } from '../model/ranking.ts';
import type { RunnerStatus, Starter, UnrankedResult } from '../model/result.ts';
import { compareText } from './compare-text.ts';
import type { DurationMs } from '../model/time.ts';
import type { SortKey } from './ordered-sequence.ts';
import { type StagePoint, timeAt } from './stage-point.ts';

/** Later than any elapsed time: 300 years. Keeps stage or laps and time apart in one exact number. */
const STAGE_STEP_MS = 1e13;

/** What ranks a finisher: the total, after the laps where these rank (RULES.md RK2, RK12, RK13). */
function totalValue(
  { laps }: UnrankedResult,
  totalMs: DurationMs,
  { isByLaps, valueOf }: Ranking,
): number {
  return isByLaps ? valueOf(totalMs) - (laps ?? 0) * STAGE_STEP_MS : valueOf(totalMs);
}

/** What ranks somebody at the end of a stage: who has less is before, who has the same shares the place; null without a time there. */
export function valueAt(
  result: UnrankedResult,
  point: StagePoint,
  ranking: Ranking,
): number | null {
  const timeMs = timeAt(result, point);
  if (timeMs === null) return null;
  return point === 'finish' ? totalValue(result, timeMs, ranking) : ranking.valueOf(timeMs);
}

/** The same within a category, whose clock may be another one (RULES.md RK14). */
export function categoryValueAt(
  result: UnrankedResult,
  point: StagePoint,
  ranking: Ranking,
): number | null {
  const { status, categoryMs = null } = result;
  return point === 'finish' && categoryMs !== null && status === 'finished'
    ? totalValue(result, categoryMs, ranking)
    : valueAt(result, point, ranking);
}

/** The time by which somebody is ranked within their category (RULES.md RK14). */
export function categoryTime({ categoryMs, totalMs }: UnrankedResult): DurationMs {
  return categoryMs ?? totalMs ?? 0;
}

/** Finishers in the order of their places (RULES.md RK2). */
export function byTotal(ranking: Ranking): SortKey<UnrankedResult> {
  return {
    valueOf: (result) => valueAt(result, 'finish', ranking) ?? Infinity,
    compareTies: compareNames,
  };
}

/** Finishers of one category in the order of their places in it (RULES.md RK14). */
export function byCategory(ranking: Ranking): SortKey<UnrankedResult> {
  return {
    valueOf: (result) => categoryValueAt(result, 'finish', ranking) ?? Infinity,
    compareTies: compareNames,
  };
}

export const byName: SortKey<Starter> = { valueOf: () => 0, compareTies: compareNames };

/** Those who did not finish, the disqualified last, by name (RULES.md RK7). */
const byOut: SortKey<UnrankedResult> = {
  valueOf: ({ isDisqualified }) => (isDisqualified ? 1 : 0),
  compareTies: compareNames,
};

/** On course: furthest along first, then soonest there; without a split last (RULES.md RK8). */
const byProgress = (courses: Pick<Courses, 'stagesOf'>): SortKey<UnrankedResult> => ({
  valueOf: ({ events, splitsMs }) => {
    let [latestMs, stages] = [-1, 0];
    // In the order of their own course: another one may come to the same points in another.
    for (const [at, { slot }] of courses.stagesOf(events).entries()) {
      const splitMs = splitsMs[slot] ?? null;
      if (splitMs !== null && splitMs >= latestMs) [latestMs, stages] = [splitMs, at + 1];
    }
    return stages === 0 ? 0 : latestMs - stages * STAGE_STEP_MS;
  },
  compareTies: compareNames,
});

/** The parts of an event in the order in which they are listed, each with its own (RULES.md RK10). */
export function partKeysOf(
  courses: Pick<Courses, 'stagesOf'>,
  ranking: Ranking,
): Readonly<Record<RunnerStatus, SortKey<UnrankedResult>>> {
  return { finished: byTotal(ranking), dnf: byOut, racing: byProgress(courses) };
}

const PARTS = ['finished', 'dnf', 'racing'];

/** The order in which everyone is listed: event by event, part by part. */
export function compareListed(
  courses: Pick<Courses, 'events' | 'stagesOf' | 'rankingOf'>,
  a: UnrankedResult,
  b: UnrankedResult,
): number {
  const { events } = courses;
  const byPart =
    (a.events === b.events ? 0 : events.indexOf(a.events) - events.indexOf(b.events)) ||
    PARTS.indexOf(a.status) - PARTS.indexOf(b.status);
  if (byPart !== 0) return byPart;
  const key = partKeysOf(courses, courses.rankingOf(a.events))[a.status];
  const [ofA, ofB] = [key.valueOf(a), key.valueOf(b)];
  if (ofA !== ofB) return ofA < ofB ? -1 : 1;
  return key.compareTies(a, b);
}

/** A special tab by KOM time, those without one last (RULES.md RK9). */
export function byKom(index: number): SortKey<UnrankedResult> {
  return { valueOf: (result) => result.komsMs[index] ?? Infinity, compareTies: compareNames };
}

/** Bare times: where only the count of faster ones is asked for. */
export const byTime: SortKey<number> = { valueOf: (timeMs) => timeMs, compareTies: () => 0 };

/** Last name, first name, bib, id: the same order on every machine (RULES.md RK5). */
export function compareNames(a: Starter, b: Starter): number {
  return (
    compareText(a.lastName, b.lastName) ||
    compareText(a.firstName, b.firstName) ||
    compareText(a.bibNumber, b.bibNumber) ||
    compareText(a.runnerId, b.runnerId)
  );
}
