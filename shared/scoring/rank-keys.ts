import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { Sex } from '../model/race-setup.ts';
import type { Ranking } from '../model/ranking.ts';
import type { RunnerStatus, Starter, UnrankedResult } from '../model/result.ts';

import { compareText } from './order.ts';
import type { SortKey } from './ordered-sequence.ts';
import { type StagePoint, timeAt } from './stages.ts';
import type { Standings } from './standings.ts';

/** Longer than any elapsed time, to combine stage or laps and time in one exact number. */
const STAGE_STEP_MS = 1e13;

/**
 * The ranking value at a point: smaller is ahead, equal ones share a place, null without a time. At the finish laps may
 * come first (RULES.md RK2, RK12), and categories may have another clock (RK14).
 */
export function valueAt(
  result: UnrankedResult,
  point: StagePoint,
  { isByLaps, valueOf }: Ranking,
  isInCategory = false,
): number | null {
  const timeMs = timeAt(result, point);
  if (timeMs === null) return null;
  if (point !== 'finish') return valueOf(timeMs);
  const value = valueOf((isInCategory ? result.categoryMs : null) ?? timeMs);
  return isByLaps ? value - (result.laps ?? 0) * STAGE_STEP_MS : value;
}

/** A result with the time that ranks it in its category (RULES.md RK14). */
export function byCategoryClock(result: UnrankedResult): UnrankedResult {
  return result.categoryMs == null ? result : { ...result, totalMs: result.categoryMs };
}

/** Finishers by place (RULES.md RK2, RK14). */
export function byTotal(ranking: Ranking, isInCategory = false): SortKey<UnrankedResult> {
  return {
    valueOf: (result) => valueAt(result, 'finish', ranking, isInCategory) ?? Infinity,
    compareTies: compareNames,
  };
}

/** DNFs by name, the disqualified last (RULES.md RK7). */
const byOut: SortKey<UnrankedResult> = {
  valueOf: ({ isDisqualified }) => (isDisqualified ? 1 : 0),
  compareTies: compareNames,
};

/** Runners on course: furthest first, then soonest; without a split last (RULES.md RK8). */
const byProgress = (courses: Pick<Courses, 'stagesOf'>): SortKey<UnrankedResult> => ({
  valueOf: ({ events, splitsMs }) => {
    let [latestMs, stages] = [-1, 0];
    // In course order, which may differ between events.
    for (const [at, { slot }] of courses.stagesOf(events).entries()) {
      const splitMs = splitsMs[slot] ?? null;
      if (splitMs !== null && splitMs >= latestMs) [latestMs, stages] = [splitMs, at + 1];
    }
    return stages === 0 ? 0 : latestMs - stages * STAGE_STEP_MS;
  },
  compareTies: compareNames,
});

/** The sort keys of the parts of an event (RULES.md RK10). */
export function partKeysOf(
  courses: Pick<Courses, 'stagesOf'>,
  ranking: Ranking,
): Readonly<Record<RunnerStatus, SortKey<UnrankedResult>>> {
  return { finished: byTotal(ranking), dnf: byOut, racing: byProgress(courses) };
}

/** A special tab by KOM time, runners without one last (RULES.md RK9). */
export function byKom(index: number): SortKey<UnrankedResult> {
  return { valueOf: (result) => result.komsMs[index] ?? Infinity, compareTies: compareNames };
}

/** By last name, first name, bib, id (RULES.md RK5). */
export function compareNames(a: Starter, b: Starter): number {
  return (
    compareText(a.lastName, b.lastName) ||
    compareText(a.firstName, b.firstName) ||
    compareText(a.bibNumber, b.bibNumber) ||
    compareText(a.runnerId, b.runnerId)
  );
}

/**
 * Assigns places in ranking order: ties share one, and skip as many next ones unless places are dense (RULES.md RK3,
 * RK13).
 */
export class PlaceCounter {
  readonly #isDense: boolean;
  #passed = 0;
  #place = 0;
  #last: number | null | undefined;

  constructor({ isDense }: Pick<Ranking, 'isDense'>) {
    this.#isDense = isDense;
  }

  next(value: number | null): number {
    this.#passed += 1;
    if (value !== this.#last) this.#place = this.#isDense ? this.#place + 1 : this.#passed;
    this.#last = value;
    return this.#place;
  }
}

/** The number of places that these values take. */
export function countPlaces(
  values: readonly number[],
  { isDense }: Pick<Ranking, 'isDense'>,
): number {
  return isDense ? new Set(values).size : values.length;
}

/** A finisher with the place in a group. */
export interface PlacedFinisher {
  readonly result: UnrankedResult;
  readonly place: number;
}

/** The first finishers of a sex; nobody in an unranked distance (RULES.md GP1, GP3, RK15). */
export function rankSex(
  standings: Standings,
  event: EventCode,
  sex: Sex,
  most = Infinity,
): readonly PlacedFinisher[] {
  const { courses } = standings;
  const ranking = courses.rankingOf(event);
  const placed: PlacedFinisher[] = [];
  if (!ranking.isRanked) return placed;
  const places = new PlaceCounter(ranking);
  for (const result of standings.finishers(event)) {
    if (placed.length >= most) break;
    if (courses.sexOf(result) !== sex) continue;
    placed.push({ result, place: places.next(valueAt(result, 'finish', ranking)) });
  }
  return placed;
}

const LEADERS = 3;

/** The first three women and men, once there are three of each (RULES.md GP9). */
export function listSexLeaders(standings: Standings, event: EventCode) {
  const sexes = (['F', 'M'] as const).map((sex) => ({
    sex,
    leaders: rankSex(standings, event, sex, LEADERS),
  }));
  return sexes.every(({ leaders }) => leaders.length === LEADERS) ? sexes : [];
}
