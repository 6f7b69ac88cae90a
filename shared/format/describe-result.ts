import type { UnrankedResult } from '../model/result.ts';
import { formatElapsed, formatShort, parseShownTime } from './format-time.ts';
import type { Texts } from '../texts/en.ts';
import { type DurationMs, SECOND_MS } from '../model/time.ts';

/** The last checkpoint at which a runner was read, and when. */
interface CourseLocation {
  /** The index of the checkpoint. */
  readonly slot: number;
  readonly elapsedMs: DurationMs;
}

/**
 * Where a runner was seen last: the split with the greatest elapsed time, of
 * equal ones the later checkpoint (RULES.md RK8). Undefined without a split.
 */
export function locateOnCourse(
  result: Pick<UnrankedResult, 'splitsMs'>,
): CourseLocation | undefined {
  let latest: CourseLocation | undefined;
  for (const [slot, elapsedMs] of result.splitsMs.entries()) {
    if (elapsedMs === null || (latest && elapsedMs < latest.elapsedMs)) continue;
    latest = { slot, elapsedMs };
  }
  return latest;
}

/** What stands in place of a time (SCREENS.md SR7, SR8). */
export type OutcomeWords = Texts['outcome'];

/** Shown in place of a position where there is no time. */
export const NO_POSITION = '/';

/** Shown in place of a time, and of its position, that a runner who is still out may yet get (RULES.md CP5). */
export const AHEAD = '–';

/** A split as `h:mm:ss`; `NO SCAN` when it is missing, empty, zero or no time at all. */
export function describeSplit(time: string | undefined, { noScan }: OutcomeWords): string {
  const seconds = parseShownTime(time ?? '');
  return seconds ? formatElapsed(seconds * SECOND_MS) : noScan;
}

/**
 * A total as `h:mm:ss`. Empty while racing, since the runner's place on the
 * course is shown instead; `DSQ` for who is disqualified,
 * and `DNF` for anything else that is no time.
 */
export function describeTotal(
  result: Pick<UnrankedResult, 'status' | 'totalTime' | 'isDisqualified'>,
  { dnf, dsq }: OutcomeWords,
): string {
  if (result.status === 'racing') return '';
  if (result.isDisqualified) return dsq;
  const seconds = parseShownTime(result.totalTime);
  return seconds === undefined || result.status === 'dnf'
    ? dnf
    : formatElapsed(seconds * SECOND_MS);
}

/** A place among those who have this split, or {@link NO_POSITION} when there is no such time. */
export function describePosition(position: number | '' | null, time: string | undefined): string {
  const isPlaced = position !== null && position !== '' && Boolean(parseShownTime(time ?? ''));
  return isPlaced ? String(position) : NO_POSITION;
}

/**
 * A KOM time, given as whole seconds in text (see `KOM_FIELDS`):
 * `h:mm:ss` from an hour on, else `mm:ss`; undefined without one.
 */
export function formatKomTime(seconds: string): string | undefined {
  const isTime = /^\d{1,7}$/.test(seconds) && Number(seconds) > 0;
  return isTime ? formatShort(Number(seconds)) : undefined;
}
