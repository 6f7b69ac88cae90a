import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { Ranking } from '../model/ranking.ts';
import type { Rounding } from '../model/race-setup.ts';
import { formatElapsed, formatShort } from './format-time.ts';
import type { Texts } from '../texts/en.ts';
import { type DurationMs, roundUpToSeconds } from '../model/time.ts';

/** The last checkpoint at which a runner was read, and when. */
interface CourseLocation {
  readonly slot: number;
  readonly elapsedMs: DurationMs;
}

/**
 * Where a runner was seen last: the split with the greatest elapsed time, of
 * equal ones the later on the course (RULES.md RK8). Undefined without a split.
 */
export function locateOnCourse(
  { splitsMs, events }: Pick<UnrankedResult, 'splitsMs' | 'events'>,
  courses: Pick<Courses, 'stagesOf'>,
): CourseLocation | undefined {
  let latest: CourseLocation | undefined;
  for (const { slot } of courses.stagesOf(events)) {
    const elapsedMs = splitsMs[slot] ?? null;
    if (elapsedMs === null || (latest && elapsedMs < latest.elapsedMs)) continue;
    latest = { slot, elapsedMs };
  }
  return latest;
}

/** Words in place of a time. */
export type OutcomeWords = Texts['outcome'];

/** Shown in place of a position where there is no time. */
export const NO_POSITION = '/';

/** Shown in place of a time, and of its position, that a runner who is still out may yet get (RULES.md CP5). */
export const AHEAD = '–';

type MaybeSpan = DurationMs | null | undefined;

/** A split as `h:mm:ss`; `NO SCAN` when it is missing or zero. */
export function describeSplit(
  splitMs: MaybeSpan,
  { noScan }: OutcomeWords,
  rounding?: Rounding,
): string {
  return splitMs ? formatElapsed(splitMs, rounding) : noScan;
}

/** The word in place of a stage, in a table of many runners. */
export interface StageTime {
  readonly slot: number;
  readonly time: string;
  readonly isTaken: boolean;
}

/**
 * The stages of a runner's course with their times: `NO SCAN` where a read was missed, `–` beyond the last one of a
 * runner who has not finished (RULES.md CP5).
 */
export function listStageTimes(
  result: Pick<UnrankedResult, 'splitsMs' | 'events' | 'status'>,
  courses: Pick<Courses, 'stagesOf' | 'rankingOf'>,
  outcome: OutcomeWords,
): readonly StageTime[] {
  const { rounding } = courses.rankingOf(result.events);
  const stages = courses.stagesOf(result.events);
  const isTaken = ({ slot }: { readonly slot: number }): boolean =>
    (result.splitsMs[slot] ?? 0) > 0;
  const last = result.status === 'finished' ? stages.length : stages.findLastIndex(isTaken);
  return stages.map((stage, index) => ({
    slot: stage.slot,
    time: index > last ? AHEAD : describeSplit(result.splitsMs[stage.slot], outcome, rounding),
    isTaken: isTaken(stage),
  }));
}

/**
 * A total as `h:mm:ss`, where laps rank after these: `12 laps 5:58:31` (RULES.md RK1, RK12). Empty while racing, since
 * the runner's place on the course is shown instead; `DSQ` for a disqualified runner, and `DNF` for anything else
 * without a time.
 */
export function describeTotal(
  result: Pick<UnrankedResult, 'status' | 'totalMs' | 'isDisqualified' | 'laps'>,
  { dnf, dsq, laps }: OutcomeWords,
  { isByLaps, rounding }: Pick<Ranking, 'isByLaps' | 'rounding'>,
): string {
  if (result.status === 'racing') return '';
  if (result.isDisqualified) return dsq;
  if (result.totalMs === null || result.status === 'dnf') return dnf;
  const time = formatElapsed(result.totalMs, rounding);
  return isByLaps ? `${laps(result.laps ?? 0)} ${time}` : time;
}

/** A place among those who have this split, or {@link NO_POSITION} when there is no such time. */
export function describePosition(position: number | null, splitMs: MaybeSpan): string {
  return position !== null && splitMs ? String(position) : NO_POSITION;
}

/** A KOM time: `h:mm:ss` from an hour on, else `mm:ss`; undefined without one. */
export function formatKomTime(komMs: MaybeSpan): string | undefined {
  return komMs ? formatShort(roundUpToSeconds(komMs)) : undefined;
}
