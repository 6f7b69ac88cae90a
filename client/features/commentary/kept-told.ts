import { logOnce } from '#client/live/log-once.ts';
import type { Timers } from '#client/live/timers.ts';
import { isArrayOf, isHead, isNumber, isRecord, isText } from '#client/live/wire-guards.ts';
import type { KeptTexts } from '#client/spectators/followed.ts';
import { isEventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { CHECKPOINTS } from '#shared/model/time-point.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { KOM_SEGMENTS } from '#shared/scoring/course.ts';
import { completeResult } from '#shared/scoring/present-result.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { ArrivalBook } from './arrival-book.ts';
import type { Call } from './calls.ts';
import { type Told, listSayable } from './notices.ts';
import type { Entry } from './told-arrivals.ts';

/** Raised whenever an entry of before would be misread. */
const SHAPE = 1;
const KEY = 'splitcast.commentary';
/** About as many characters, however large the field: what is latest and what was called out is kept. */
export const MAX_KEPT_LENGTH = 100_000;
/** No entry is shorter. */
export const MIN_ENTRY_LENGTH = 80;
/** What is kept is never further behind than this. */
const WAIT_MS = 5 * SECOND_MS;
/** Past this nobody goes on with what they told. */
const MAX_AGE_MS = 12 * HOUR_MS;

/** What was told of one arrival; nobody's name. */
interface KeptEntry extends Pick<
  UnrankedResult,
  'runnerId' | 'bibNumber' | 'events' | 'startedAtMs'
> {
  readonly told: Told;
  /** The time that was told first. */
  readonly firstMs: DurationMs;
  /** Since when it is to be told anew; missing where it is as it was told. */
  readonly noticedMs?: EpochMs | undefined;
}

/** What was told at one point. */
export interface KeptLog {
  readonly point: StagePoint;
  /** When the last of those came who were told. */
  readonly newestMs: EpochMs;
  /** Who came later than this and is not among the entries was not told. */
  readonly wholeFromMs: EpochMs;
  readonly entries: readonly KeptEntry[];
}

/** What a commentator was told, as the page leaves it for the one after it. */
export interface KeptBook {
  readonly shape: typeof SHAPE;
  readonly keptMs: EpochMs;
  /** The race as it was told. */
  readonly head: Head;
  readonly logs: readonly KeptLog[];
}

/** Of whom something may be kept, those first who matter most. */
interface Candidates {
  readonly first: readonly Entry[];
  /** The newest first. */
  readonly newest: readonly Entry[];
  /** Those are all there are. */
  readonly isWhole: boolean;
  readonly noticedMs: ReadonlyMap<string, EpochMs>;
}

/** As many as there is room for: the first in half of it at most. */
export function selectKept(
  { first, newest, isWhole, noticedMs }: Candidates,
  maxLength: number,
): Pick<KeptLog, 'entries' | 'wholeFromMs'> {
  const kept = new Map<string, KeptEntry>();
  let length = 0;
  const keep = ({ arrival, told, firstMs }: Entry, room: number): boolean => {
    const { runnerId, bibNumber, events, startedAtMs } = arrival.result;
    if (kept.has(runnerId)) return true;
    const entry: KeptEntry = {
      runnerId,
      bibNumber,
      events,
      startedAtMs,
      told: { ...told, calls: listSayable(told.calls, arrival.result) },
      firstMs,
      noticedMs: noticedMs.get(arrival.key),
    };
    length += JSON.stringify(entry).length + 1;
    if (length > room) return false;
    kept.set(runnerId, entry);
    return true;
  };
  first.every((entry) => keep(entry, maxLength / 2));
  const leftOut = newest.find((entry) => !keep(entry, maxLength));
  const last = leftOut ?? (isWhole ? undefined : newest.at(-1));
  // Who has no moment stands at zero.
  return { entries: [...kept.values()], wholeFromMs: last?.arrival.atMs ?? -1 };
}

/** The row of somebody who is in the results no more, as far as it was kept. */
export function standIn({ runnerId, bibNumber, events, startedAtMs }: KeptEntry): UnrankedResult {
  return completeResult({
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
    splitsMs: CHECKPOINTS.map(() => null),
    komsMs: KOM_SEGMENTS.map(() => null),
  });
}

/** What the page before this one left in the tab; undefined where that is nothing, or nothing of today. */
export function readKeptBook(texts: () => KeptTexts, nowMs: EpochMs): KeptBook | undefined {
  try {
    const kept: unknown = JSON.parse(texts().getItem(KEY) ?? 'null');
    const isOfToday = isKeptBook(kept) && Math.abs(nowMs - kept.keptMs) < MAX_AGE_MS;
    return isOfToday ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isKeptBook(value: unknown): value is KeptBook {
  return (
    isRecord(value) &&
    value['shape'] === SHAPE &&
    isNumber(value['keptMs']) &&
    isHead(value['head']) &&
    isArrayOf(value['logs'], isKeptLog)
  );
}

function isKeptLog(value: unknown): value is KeptLog {
  return (
    isRecord(value) &&
    isStagePoint(value['point']) &&
    isNumber(value['newestMs']) &&
    isNumber(value['wholeFromMs']) &&
    isArrayOf(value['entries'], isKeptEntry)
  );
}

function isKeptEntry(value: unknown): value is KeptEntry {
  if (!isRecord(value) || !isRecord(value['told'])) return false;
  const { runnerId, bibNumber, events, startedAtMs, told, firstMs, noticedMs } = value;
  return (
    isText(runnerId) &&
    typeof bibNumber === 'string' &&
    isEventCode(events) &&
    (startedAtMs === null || isNumber(startedAtMs)) &&
    typeof told['isThrough'] === 'boolean' &&
    isNumber(told['elapsedMs']) &&
    isArrayOf(told['calls'], isCall) &&
    isNumber(firstMs) &&
    (noticedMs === undefined || isNumber(noticedMs))
  );
}

function isCall(value: unknown): value is Call {
  if (!isRecord(value)) return false;
  const { kind, of } = value;
  if (kind === 'leg') return isStagePoint(of) && isNumber(value['legMs']);
  if (kind === 'climb')
    return KOM_SEGMENTS.some(({ code }) => code === of) && isNumber(value['komMs']);
  return (kind === 'sex' || kind === 'ageGroup') && isText(of) && isNumber(value['place']);
}

function isStagePoint(value: unknown): value is StagePoint {
  return value === 'finish' || (isNumber(value) && CHECKPOINTS[value] !== undefined);
}

/** Leaves what was told for the page after this one: now and then while it changes, and at the end. */
export class ToldKeeper {
  readonly #book: ArrivalBook;
  readonly #texts: () => KeptTexts;
  readonly #timers: Timers;
  #cancel: (() => void) | undefined;

  constructor(book: ArrivalBook, texts: () => KeptTexts, timers: Timers) {
    this.#book = book;
    this.#texts = texts;
    this.#timers = timers;
  }

  /** Keeps it until the answer is called. */
  follow(): () => void {
    const end = this.#book.subscribe(() => {
      this.#cancel ??= this.#timers.after(WAIT_MS, () => {
        this.keep();
      });
    });
    return () => {
      end();
      this.keep();
    };
  }

  keep(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const kept = this.#book.keep(MAX_KEPT_LENGTH);
    if (!kept) return;
    try {
      const book: KeptBook = { shape: SHAPE, keptMs: this.#timers.now(), ...kept };
      this.#texts().setItem(KEY, JSON.stringify(book));
    } catch (error) {
      logOnce('what was told is not kept', error);
    }
  }
}
