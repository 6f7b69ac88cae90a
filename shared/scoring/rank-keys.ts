import { locateOnCourse } from '../format/describe-result.ts';
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
const byProgress: SortKey<UnrankedResult> = {
  valueOf: (result) => {
    const seen = locateOnCourse(result);
    return seen ? seen.elapsedMs - (seen.slot + 1) * STAGE_STEP_MS : 0;
  },
  compareTies: compareNames,
};

/** The parts of an event in the order in which they are listed, each with its own (RULES.md RK10). */
export const PART_KEYS: Readonly<Record<RunnerStatus, SortKey<UnrankedResult>>> = {
  finished: byTotal,
  dnf: byOut,
  racing: byProgress,
};

const PARTS = Object.keys(PART_KEYS);

/** The order in which everyone is listed: event by event, part by part. */
export function compareListed(
  { events }: Pick<Courses, 'events'>,
  a: UnrankedResult,
  b: UnrankedResult,
): number {
  const byPart =
    (a.events === b.events ? 0 : events.indexOf(a.events) - events.indexOf(b.events)) ||
    PARTS.indexOf(a.status) - PARTS.indexOf(b.status);
  if (byPart !== 0) return byPart;
  const key = PART_KEYS[a.status];
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
