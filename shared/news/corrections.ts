import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { RunnerStatus, UnrankedResult } from '../model/result.ts';
import { type DurationMs, type EpochMs, showSpan } from '../model/time.ts';
import { type StagePoint, timeAt, stagePointsOf } from '../scoring/stages.ts';
import type { Standings } from '../scoring/standings.ts';

/** The published reasons (RULES.md PC2). */
export const CORRECTION_REASONS = [
  'clock',
  'read',
  'start',
  'hand',
  'status',
  'registration',
  'settings',
] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

export interface Published {
  readonly event: EventCode;
  readonly status: RunnerStatus;
  /** Of a `dnf`. */
  readonly isDisqualified?: boolean;
  readonly totalMs: DurationMs | null;
  /** Where laps rank (RULES.md RK12). */
  readonly laps?: number | null | undefined;
  /** Among the finishers of the event; null for anyone else. */
  readonly place: number | null;
}

export interface CorrectionLine {
  readonly runnerId: string;
  readonly bib: string;
  readonly was: Published;
  /** Null if no longer in the results. */
  readonly is: Published | null;
  /** The first checkpoint with another time. */
  readonly split?: {
    readonly slot: number;
    readonly wasMs: DurationMs;
    readonly isMs: DurationMs | null;
  };
}

export interface CorrectedResults {
  readonly reason: CorrectionReason;
  /** Null if times changed at several points. */
  readonly point: StagePoint | null;
  readonly lines: readonly CorrectionLine[];
  /** Further runners. */
  readonly more: number;
}

/** `id` is the same in all instances. */
export interface PublicCorrection extends CorrectedResults {
  readonly id: string;
  readonly atMs: EpochMs;
}

export interface CorrectionNews {
  readonly runnerId: string;
  readonly atMs: EpochMs;
  readonly line: CorrectionLine;
  readonly correction: PublicCorrection;
}

/** The lines for followers: a correction of many runners is not sent to each. */
export function listCorrectionNews(correction: PublicCorrection): readonly CorrectionNews[] {
  const { atMs, lines, more } = correction;
  if (more > 0) return [];
  return lines.map((line) => ({ runnerId: line.runnerId, atMs, line, correction }));
}

export function identifyCorrection({ runnerId, correction }: CorrectionNews): string {
  return `${runnerId}:${correction.id}`;
}

export function versionOf({ id }: PublicCorrection): number {
  return Number.parseInt(id, 10);
}

/** Further lines are only counted. */
export const MOST_LINES = 10;

type Places = Pick<Standings, 'placeOf'>;

/**
 * How a change affected the published results of runners, other than by moved places (RULES.md PC1); undefined if it
 * corrected nothing. `was`: their results before. The places before are requested only for a correction: ranking
 * everybody again takes milliseconds.
 */
export function findCorrection(
  reason: CorrectionReason,
  was: readonly UnrankedResult[],
  now: Pick<Standings, 'courses' | 'find' | 'placeOf'>,
  rankBefore: () => Places,
): CorrectedResults | undefined {
  const corrected = was.flatMap((before): Corrected[] => {
    const after = now.find(before.runnerId);
    const points = listCorrectedPoints(before, after, now.courses);
    if (points.length === 0 && !isOtherwise(before, after, reason)) return [];
    return [{ before, after, points }];
  });
  if (corrected.length === 0) return undefined;
  const then = rankBefore();
  const bestPlace = ({ before: { runnerId } }: Corrected): number =>
    Math.min(then.placeOf(runnerId) ?? Infinity, now.placeOf(runnerId) ?? Infinity);
  const lines = corrected
    .toSorted((a, b) => compare(bestPlace(a), bestPlace(b)))
    .slice(0, MOST_LINES)
    .map((one) => describeResult(one, then, now));
  const points = new Set(corrected.flatMap((one) => one.points));
  const [point = null] = points.size === 1 ? points : [];
  return { reason, point, lines, more: corrected.length - lines.length };
}

/** Whether something other than a time was corrected. Going out, finishing or a closing is news. */
function isOtherwise(
  before: UnrankedResult,
  after: UnrankedResult | undefined,
  reason: CorrectionReason,
): boolean {
  if (!after || before.events !== after.events) return true;
  const isOfAll = reason === 'settings' || reason === 'start';
  return !isOfAll && before.status === 'dnf' && after.status !== 'dnf';
}

function describeResult(
  { before, after, points }: Corrected,
  then: Places,
  now: Places,
): CorrectionLine {
  const { runnerId, bibNumber: bib } = before;
  const slot = points.find((point) => point !== 'finish');
  const wasMs = slot === undefined ? null : timeAt(before, slot);
  const line = {
    runnerId,
    bib,
    was: publish(before, then),
    is: after ? publish(after, now) : null,
  };
  if (!after || slot === undefined || wasMs === null) return line;
  return { ...line, split: { slot, wasMs, isMs: timeAt(after, slot) } };
}

function publish(result: UnrankedResult, places: Places): Published {
  const { events: event, status, totalMs, runnerId, isDisqualified, laps } = result;
  return {
    event,
    status,
    totalMs,
    place: places.placeOf(runnerId),
    ...(typeof laps === 'number' && { laps }),
    ...(isDisqualified && { isDisqualified }),
  };
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

interface Corrected {
  readonly before: UnrankedResult;
  readonly after: UnrankedResult | undefined;
  readonly points: readonly StagePoint[];
}

/** The points where a published time now differs as shown. */
function listCorrectedPoints(
  before: UnrankedResult,
  after: UnrankedResult | undefined,
  courses: Courses,
): readonly StagePoint[] {
  const { rounding } = courses.rankingOf(before.events);
  return stagePointsOf(before.events, courses).filter((point) => {
    const wasMs = timeAt(before, point);
    const isMs = after && after.events === before.events ? timeAt(after, point) : null;
    if (wasMs === null) return false;
    return isMs === null || showSpan(wasMs, rounding) !== showSpan(isMs, rounding);
  });
}
