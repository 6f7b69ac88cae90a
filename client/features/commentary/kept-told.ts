import * as z from 'zod/mini';

import { logOnce } from '#client/live/log-once.ts';
import type { Timers } from '#client/live/timers.ts';
import type { KeptTexts } from '#client/spectators/followed.ts';
import { CHECKPOINTS } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { KOM_SEGMENTS } from '#shared/scoring/course.ts';
import { fits, head, listOf, nonEmpty } from '#shared/wire/schemas.ts';

import type { ArrivalBook } from './arrival-book.ts';
import { listSayable } from './notices.ts';
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

const stagePoint = z.union([
  z.literal('finish'),
  z.int().check(z.gte(0), z.lt(CHECKPOINTS.length)),
]);

const call = z.union([
  z.object({ kind: z.enum(['sex', 'ageGroup']), of: z.string(), place: z.number() }),
  z.object({ kind: z.literal('leg'), of: stagePoint, legMs: z.number() }),
  z.object({
    kind: z.literal('climb'),
    of: z.enum(KOM_SEGMENTS.map(({ code }) => code)),
    komMs: z.number(),
  }),
]);

/** Of one arrival; nobody's name. */
const keptEntry = z.object({
  runnerId: nonEmpty,
  told: z.object({ isThrough: z.boolean(), elapsedMs: z.number(), calls: listOf(call) }),
  firstMs: z.number(),
  /** Since when it is to be told anew; missing where it is as it was told. */
  noticedMs: z.optional(z.number()),
});

const keptLog = z.object({
  point: stagePoint,
  /** When the last of those came who were told. */
  newestMs: z.number(),
  /** Who came later than this and is not among the entries was not told. */
  wholeFromMs: z.number(),
  entries: listOf(keptEntry),
});

const keptBook = z.object({
  shape: z.literal(SHAPE),
  keptMs: z.number(),
  /** The race as it was told. */
  head,
  logs: listOf(keptLog),
});

type KeptEntry = Readonly<z.infer<typeof keptEntry>>;
/** What was told at one point. */
export type KeptLog = Readonly<z.infer<typeof keptLog>>;
/** What a commentator was told, as the page leaves it for the one after it. */
export type KeptBook = Readonly<z.infer<typeof keptBook>>;

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
    const { runnerId } = arrival.result;
    if (kept.has(runnerId)) return true;
    const entry = {
      runnerId,
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

/** What the page before this one left in the tab; undefined where that is nothing, or nothing of today. */
export function readKeptBook(texts: () => KeptTexts, nowMs: EpochMs): KeptBook | undefined {
  try {
    const kept: unknown = JSON.parse(texts().getItem(KEY) ?? 'null');
    const isOfToday = fits(keptBook)(kept) && Math.abs(nowMs - kept.keptMs) < MAX_AGE_MS;
    return isOfToday ? kept : undefined;
  } catch {
    return undefined;
  }
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
