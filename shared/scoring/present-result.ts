import type { Courses } from '../model/courses.ts';
import type { Rounding } from '../model/race-setup.ts';
import { formatClock } from '../format/format-time.ts';
import type { Runner } from '../model/runner.ts';
import { type DurationMs, roundUpToSeconds } from '../model/time.ts';
import {
  CHECKPOINT_FIELDS,
  type CheckpointField,
  type CheckpointPositionField,
  KOM_FIELDS,
  type KomField,
  type Result,
  type Starter,
  type StartListRow,
  type UnrankedResult,
} from '../model/result.ts';
import { findOwnSex } from './categories.ts';
import type { RunnerScore } from './score-runner.ts';
import type { Standings } from './standings.ts';

/** A row without the texts derived from its milliseconds. */
export type KnownResult = Omit<UnrankedResult, 'totalTime' | CheckpointField | KomField>;

/** A row whose other fields are added one by one. */
type Draft<Row> = Pick<UnrankedResult, 'runnerId'> & {
  -readonly [Field in keyof Row]?: Row[Field];
};

const POSITION_FIELDS = CHECKPOINT_FIELDS.map(
  (field): CheckpointPositionField => `${field}Position`,
);

/**
 * The public view of a runner, used by every public answer: field by field, so that no wristband or phone number can
 * slip through, and of a private runner only the bib (PV1).
 */
export function presentStarter(runner: Runner, courses: Courses): Starter {
  const isPrivate = runner.isPrivate === true;
  const sex = isPrivate ? undefined : findOwnSex(runner, courses);
  const starter: Starter = {
    runnerId: runner.runnerId,
    firstName: isPrivate ? '' : runner.firstName,
    lastName: isPrivate ? '' : runner.lastName,
    runClub: isPrivate ? '' : runner.runClub,
    ageGroup: isPrivate ? '' : runner.ageGroup,
    bibNumber: runner.bibNumber,
    events: runner.event,
  };
  return sex ? { ...starter, sex } : starter;
}

/** A row of GET /starters (PROTOCOL.md PR25). The start of a private runner might identify them. */
export function presentStartListRow(runner: Runner, courses: Courses): StartListRow {
  const { isPrivate, wave, ownStart } = runner;
  const row = presentStarter(runner, courses);
  if (isPrivate || !(wave || ownStart)) return row;
  return { ...row, ...(wave && { wave }), ...(ownStart && { ownStart }) };
}

/** The public view of a runner, without places. */
export function presentUnrankedResult(
  runner: Runner,
  score: RunnerScore,
  courses: Courses,
): UnrankedResult {
  const known = {
    ...presentStarter(runner, courses),
    status: score.status,
    isDisqualified: score.isDisqualified,
    totalMs: score.totalMs,
    startedAtMs: score.startMs,
    // No page may rank them anywhere (OV10).
    splitsMs: score.isDisqualified ? score.splitsMs.map(() => null) : score.splitsMs,
    komsMs: score.isDisqualified ? score.komsMs.map(() => null) : score.komsMs,
    laps: score.isDisqualified ? null : score.laps,
    categoryMs: score.categoryMs,
  };
  return completeResult(known, courses.rankingOf(runner.event).rounding);
}

/** Adds the times as text, in whole seconds (RULES.md RK1). */
export function completeResult(known: KnownResult, rounding?: Rounding): UnrankedResult {
  const { status, totalMs, splitsMs, komsMs } = known;
  const totalTime = status === 'dnf' ? 'DNF' : clockText(totalMs, rounding);
  const row: Draft<UnrankedResult> = beginRow(known, totalTime);
  row.isDisqualified = known.isDisqualified === true;
  for (const [kom, field] of KOM_FIELDS.entries()) row[field] = secondsText(komsMs[kom]);
  for (const [slot, field] of CHECKPOINT_FIELDS.entries()) {
    row[field] = clockText(splitsMs[slot], rounding);
  }
  return row as UnrankedResult;
}

/**
 * A row of GET /api, with places. Field by field: a spread of this many fields makes an object that is twenty times
 * slower to build and half as fast to read.
 */
function presentRankedResult(
  result: UnrankedResult,
  checkpointPlaces: readonly (number | null)[],
  totalRunners: number,
): Result {
  const row: Draft<Result> = beginRow(result, result.totalTime);
  row.totalRunners = totalRunners;
  for (const field of KOM_FIELDS) row[field] = result[field];
  for (const field of CHECKPOINT_FIELDS) row[field] = result[field];
  if (result.isDisqualified) row.isDisqualified = true;
  for (const [slot, field] of POSITION_FIELDS.entries()) row[field] = checkpointPlaces[slot] ?? '';
  return row as Result;
}

/** The rows of GET /api, event by event (RULES.md RK10). */
export function presentAll(standings: Standings): Result[] {
  return standings.courses.events.flatMap((event) => {
    const its = standings.eventOf(event);
    const total = standings.totals[event] ?? 0;
    return its
      .all()
      .map((result) => presentRankedResult(result, its.checkpointPlacesOf(result), total));
  });
}

/** The fields that all rows have; those that few runners have are absent from the others. */
function beginRow(known: KnownResult, totalTime: string): Draft<UnrankedResult> {
  const row: Draft<UnrankedResult> = {
    runnerId: known.runnerId,
    firstName: known.firstName,
    lastName: known.lastName,
    runClub: known.runClub,
    ageGroup: known.ageGroup,
    bibNumber: known.bibNumber,
    events: known.events,
    status: known.status,
    totalTime,
    totalMs: known.totalMs,
    startedAtMs: known.startedAtMs,
    splitsMs: known.splitsMs,
    komsMs: known.komsMs,
  };
  if (known.sex) row.sex = known.sex;
  if (typeof known.laps === 'number') row.laps = known.laps;
  if (typeof known.categoryMs === 'number') row.categoryMs = known.categoryMs;
  return row;
}

function clockText(spanMs: DurationMs | null | undefined, rounding?: Rounding): string {
  return typeof spanMs === 'number' ? formatClock(spanMs, rounding) : '';
}

function secondsText(spanMs: DurationMs | null | undefined): string {
  return typeof spanMs === 'number' ? String(roundUpToSeconds(spanMs)) : '';
}
