import type { Courses } from '../model/courses.ts';
import type { RunnerStatus, Starter, UnrankedResult } from '../model/result.ts';
import { compareText } from './compare-text.ts';
import type { SortKey } from './ordered-sequence.ts';

/** Later than any elapsed time: 300 years. Keeps stage and time apart in one exact number. */
const STAGE_STEP_MS = 1e13;

/** Finishers by total, to the millisecond (RULES.md RK2). */
export const byTotal: SortKey<UnrankedResult> = {
  valueOf: (result) => result.totalMs ?? Infinity,
  compareTies: compareNames,
};

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
): Readonly<Record<RunnerStatus, SortKey<UnrankedResult>>> {
  return { finished: byTotal, dnf: byOut, racing: byProgress(courses) };
}

const PARTS = ['finished', 'dnf', 'racing'];

/** The order in which everyone is listed: event by event, part by part. */
export function compareListed(
  courses: Pick<Courses, 'events' | 'stagesOf'>,
  a: UnrankedResult,
  b: UnrankedResult,
): number {
  const { events } = courses;
  const byPart =
    (a.events === b.events ? 0 : events.indexOf(a.events) - events.indexOf(b.events)) ||
    PARTS.indexOf(a.status) - PARTS.indexOf(b.status);
  if (byPart !== 0) return byPart;
  const key = partKeysOf(courses)[a.status];
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
function compareNames(a: Starter, b: Starter): number {
  return (
    compareText(a.lastName, b.lastName) ||
    compareText(a.firstName, b.firstName) ||
    compareText(a.bibNumber, b.bibNumber) ||
    compareText(a.runnerId, b.runnerId)
  );
}
