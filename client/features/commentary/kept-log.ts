import { type KeptTexts, keepText, readText } from '#client/live/kept-texts.ts';
import { logOnce } from '#client/live/log-once.ts';
import { isArrayOf, isHead, isNumber, isText } from '#client/live/wire-guards.ts';
import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { completeResult } from '#shared/scoring/present-result.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { Call } from './calls.ts';
import { type LoggedArrival, type AnnouncedArrival, listSayable } from './notices.ts';

/** Raised whenever an entry of before would be misread. */
const SHAPE = 2;
const KEY = 'splitcast.commentary';
/** About as many characters, however large the field: what is latest and what was called out is kept. */
export const MAX_KEPT_LENGTH = 100_000;
/** After so long nobody goes on with what they announced. */
const MAX_AGE_MS: DurationMs = 12 * HOUR_MS;

/** What was announced of one arrival; nobody's name. */
export interface KeptEntry
  extends
    Pick<UnrankedResult, 'runnerId' | 'bibNumber' | 'events' | 'startedAtMs'>,
    Pick<LoggedArrival, 'elapsedMs' | 'firstMs' | 'calls' | 'isRevoked'> {
  /** Since when it has to be said anew; missing where it is as it was announced. */
  readonly noticedMs?: EpochMs | undefined;
}

export interface KeptLog {
  readonly point: StagePoint;
  /** When the last of those came who were announced. */
  readonly newestMs: EpochMs;
  /** Who came later than this and is not among the entries was not announced. */
  readonly wholeFromMs: EpochMs;
  readonly entries: readonly KeptEntry[];
}

/** What a commentator announced, as the page leaves it for the one after it. */
export interface KeptBook {
  /** The race as it was announced. */
  readonly head: Head;
  readonly logs: readonly KeptLog[];
}

/** As many as there is room for: of `first`, those who matter most, in half of it; then from the newest on. */
export function selectKept(
  first: readonly AnnouncedArrival[],
  newest: readonly AnnouncedArrival[],
  maxLength: number,
): Pick<KeptLog, 'entries' | 'wholeFromMs'> {
  const kept = new Map<string, KeptEntry>();
  let length = 0;
  const keep = (one: AnnouncedArrival, most: number): boolean => {
    const { runnerId, bibNumber, events, startedAtMs } = one.arrival.result;
    if (kept.has(runnerId)) return true;
    const { elapsedMs, firstMs, isRevoked } = one.announced;
    const calls = listSayable(one.announced.calls, one.arrival.result);
    const row = { runnerId, bibNumber, events, startedAtMs };
    const entry = { ...row, elapsedMs, firstMs, calls, isRevoked, noticedMs: one.noticedMs };
    length += JSON.stringify(entry).length + 1;
    if (length > most) return false;
    kept.set(runnerId, entry);
    return true;
  };
  first.every((one) => keep(one, maxLength / 2));
  const leftOut = newest.find((one) => !keep(one, maxLength));
  // Who has no moment stands at zero.
  return { entries: [...kept.values()], wholeFromMs: leftOut?.arrival.atMs ?? -1 };
}

/** The arrival as it was announced; of the runner no name, club or other time was kept. */
export function recallAnnounced(entry: KeptEntry, point: StagePoint, order: number): LoggedArrival {
  const { runnerId, bibNumber, events, startedAtMs } = entry;
  const { elapsedMs, firstMs, calls, isRevoked } = entry;
  const result = completeResult({
    runnerId,
    bibNumber,
    events,
    startedAtMs,
    firstName: '',
    lastName: '',
    runClub: '',
    ageGroup: '',
    status: 'racing',
    totalMs: null,
    splitsMs: [],
    komsMs: [],
  });
  const atMs = (startedAtMs ?? 0) + elapsedMs;
  return { order, result, point, elapsedMs, atMs, firstMs, calls, isRevoked, heardMs: undefined };
}

/** Leaves what was announced for the page after this one. */
export function keepBook(book: KeptBook, texts: () => KeptTexts, nowMs: EpochMs): void {
  const text = JSON.stringify({ shape: SHAPE, keptMs: nowMs, ...book });
  if (!keepText(texts, KEY, text)) logOnce('what was announced is not kept');
}

/** What the page before this one left in the tab; undefined where that is nothing, or nothing of today. */
export function readKeptBook(texts: () => KeptTexts, nowMs: EpochMs): KeptBook | undefined {
  const { shape, keptMs, head, logs } = parseJsonObject(readText(texts, KEY) ?? '') ?? {};
  const isOfToday = isNumber(keptMs) && Math.abs(nowMs - keptMs) < MAX_AGE_MS;
  const fits = shape === SHAPE && isOfToday && isHead(head) && isArrayOf(logs, isKeptLog);
  return fits ? { head, logs } : undefined;
}

function isKeptLog(value: unknown): value is KeptLog {
  return (
    isPlainObject(value) &&
    isStagePoint(value['point']) &&
    isNumber(value['newestMs']) &&
    isNumber(value['wholeFromMs']) &&
    isArrayOf(value['entries'], isKeptEntry)
  );
}

function isKeptEntry(value: unknown): value is KeptEntry {
  if (!isPlainObject(value)) return false;
  const { runnerId, bibNumber, events, startedAtMs, calls, isRevoked, noticedMs } = value;
  return (
    isText(runnerId) &&
    typeof bibNumber === 'string' &&
    isText(events) &&
    (startedAtMs === null || isNumber(startedAtMs)) &&
    isNumber(value['elapsedMs']) &&
    isNumber(value['firstMs']) &&
    isArrayOf(calls, isCall) &&
    typeof isRevoked === 'boolean' &&
    (noticedMs === undefined || isNumber(noticedMs))
  );
}

function isCall(value: unknown): value is Call {
  if (!isPlainObject(value) || !isNumber(value['value'])) return false;
  const { kind, of } = value;
  if (kind === 'leg') return isStagePoint(of);
  return (kind === 'sex' || kind === 'ageGroup' || kind === 'climb') && isText(of);
}

function isStagePoint(value: unknown): value is StagePoint {
  return value === 'finish' || (isNumber(value) && Number.isInteger(value) && value >= 0);
}
