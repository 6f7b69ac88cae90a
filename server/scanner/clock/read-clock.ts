import { LRUCache } from 'lru-cache';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { type DurationMs, type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock, shownToEpochMs, zoneOffsetMs } from '#shared/model/wall-clock.ts';

import type { RaceSettings } from './race-settings.ts';

const DAY_MS = 24 * HOUR_MS;
/** A time of day earlier than this before the start is of the day after. */
const BEFORE_START_MS = HOUR_MS;
/** Live reads come from a day before the start to ten days after it; at any other time a race is replayed. */
const LIVE_FROM_MS = -DAY_MS;
const LIVE_UNTIL_MS = 10 * DAY_MS;
const MINUTES_REMEMBERED = 2_000;

/** Which of the first two numbers of `03/04/2026` is the day. */
export type DateOrder = 'dmy' | 'mdy';

export interface ReadClockOptions {
  /** The zone the operator gave, which takes precedence over that of the race. */
  readonly zone: string | undefined;
  readonly race: RaceSettings;
  readonly now: () => EpochMs;
  /** False for a file. */
  readonly isLive: boolean;
  /** The day on which a file begins, `2026-06-20`. */
  readonly date?: string | undefined;
  readonly dates?: DateOrder | undefined;
  /** Times without a date are spans since the start. */
  readonly isElapsed?: boolean;
  /** Called once when reads depend on an assumption, so that the operator can correct it. */
  readonly onAssumption: (text: string) => void;
}

/** Turns times of a reader's clock, without a zone and perhaps without a date, into moments. */
export class ReadClock {
  /** What the times so far have shown. */
  readonly seen = {
    timesOfDay: 0,
    /** The number before the start, if the first one is: they may be times since the start. */
    beforeStart: 0,
    /** A date whose day and month could be either way round. */
    openDate: undefined as string | undefined,
    orders: new Set<DateOrder>(),
  };
  readonly isElapsed: boolean;
  readonly #options: ReadClockOptions;
  readonly #timeZone: string;
  readonly #startMs: EpochMs | undefined;
  readonly #offsets = new LRUCache<number, DurationMs>({ max: MINUTES_REMEMBERED });
  readonly #reported = new Set<string>();
  /** The moment of the previous time of day. */
  #lastMs: EpochMs | undefined;

  constructor(options: ReadClockOptions) {
    const { zone, race, isElapsed = false } = options;
    this.#options = options;
    this.#timeZone = zone ?? race.timeZone ?? DEFAULT_CONFIG.timeZone;
    this.#startMs = race.startMs;
    this.isElapsed = isElapsed;
  }

  /** The start of the race as `2026-06-20-09-00-00` in the zone of the times. */
  get start(): string | undefined {
    return this.#startMs === undefined ? undefined : formatWallClock(this.#startMs, this.#timeZone);
  }

  /** The moment at which the clocks of the zone show `shownMs`, taken as UTC ({@link shownToEpochMs}). */
  fromWallClock(shownMs: EpochMs): EpochMs {
    const { zone, race } = this.#options;
    if (zone === undefined && race.timeZone === undefined) {
      this.#assume(
        `The race's time zone is unknown: times without a zone are taken as ${this.#timeZone}. ` +
          'Give --zone if that is wrong.',
      );
    }
    // Clocks change on the minute, so each minute has one offset from UTC.
    const minute = Math.floor(shownMs / MINUTE_MS);
    let offsetMs = this.#offsets.get(minute);
    if (offsetMs === undefined) {
      offsetMs = minute * MINUTE_MS - shownToEpochMs(minute * MINUTE_MS, this.#timeZone);
      this.#offsets.set(minute, offsetMs);
    }
    return shownMs - offsetMs;
  }

  /**
   * The moment of a bare time of day (SCANNER.md SN14): live the one nearest to its arrival; in a file the one nearest
   * to the line before, from an hour before the start on.
   */
  fromTimeOfDay(sinceMidnightMs: DurationMs, text: string): EpochMs {
    const { now, date } = this.#options;
    if (this.#isRaceOn()) return this.#nearest(sinceMidnightMs, now());
    if (this.#startMs === undefined && date === undefined) {
      this.#assume(
        'No race start is set: times without a date are taken as of today. ' +
          'Set raceStart, or give --date, before replaying another day.',
      );
    }
    const fromMs = this.#beginMs();
    const nearMs = this.#nearest(sinceMidnightMs, this.#lastMs ?? fromMs + DAY_MS / 2);
    const atMs = nearMs < fromMs ? this.#nearest(sinceMidnightMs, nearMs + DAY_MS) : nearMs;
    this.#lastMs = atMs;
    this.#note(sinceMidnightMs, atMs, text);
    return atMs;
  }

  /** The moment of a time since the start; undefined while the race has none. */
  fromStart(elapsedMs: DurationMs): EpochMs | undefined {
    if (this.#startMs === undefined) return undefined;
    this.#assume(`The times are taken as times since the start, ${this.start}.`);
    return this.#startMs + elapsedMs;
  }

  /** Which of two numbers of a date is the day; undefined if neither they nor earlier dates show it (SN42). */
  orderOf(first: number, second: number, date: string): DateOrder | undefined {
    const sure = first > 12 ? 'dmy' : second > 12 ? 'mdy' : undefined;
    if (sure) this.seen.orders.add(sure);
    const { orders } = this.seen;
    const [common] = orders.size === 1 ? orders : [];
    const order = sure ?? this.#options.dates ?? (first === second ? 'dmy' : common);
    if (order === undefined) this.seen.openDate = date;
    return order;
  }

  #isRaceOn(): boolean {
    const { isLive, date, now } = this.#options;
    if (!isLive || date !== undefined) return false;
    const sinceStartMs = now() - (this.#startMs ?? now());
    return LIVE_FROM_MS <= sinceStartMs && sinceStartMs <= LIVE_UNTIL_MS;
  }

  /** The earliest moment of a time of day in a file. */
  #beginMs(): EpochMs {
    const { date, now } = this.#options;
    if (date === undefined && this.#startMs !== undefined) return this.#startMs - BEFORE_START_MS;
    const day = date ?? formatWallClock(now(), this.#timeZone).slice(0, 10);
    return this.fromWallClock(Date.parse(`${day}T00:00:00Z`));
  }

  /** The moment with this time of day that is nearest to another, of two equally near the later. */
  #nearest(sinceMidnightMs: DurationMs, aroundMs: EpochMs): EpochMs {
    const shownMs = aroundMs + zoneOffsetMs(aroundMs, this.#timeZone);
    const midnightMs = Math.floor(shownMs / DAY_MS) * DAY_MS;
    const farMs = sinceMidnightMs - (shownMs - midnightMs);
    const days = farMs > DAY_MS / 2 ? -1 : farMs <= -DAY_MS / 2 ? 1 : 0;
    return this.fromWallClock(midnightMs + days * DAY_MS + sinceMidnightMs);
  }

  /** Counts times with seconds: typed times of day often have none. */
  #note(sinceMidnightMs: DurationMs, atMs: EpochMs, text: string): void {
    const { date, now } = this.#options;
    if (!/:\d\d:/.test(text) || this.#startMs === undefined || date !== undefined) return;
    this.seen.timesOfDay += 1;
    const earliestMs = this.#startMs - BEFORE_START_MS;
    const sinceMs = now() - atMs;
    const isOfNow = 0 <= sinceMs && sinceMs <= DAY_MS / 2;
    // Clocks write `00:17:53`, stopwatches `0:17:53`.
    const isBefore =
      this.#nearest(sinceMidnightMs, this.#startMs) < earliestMs ||
      (text.startsWith('0:') && atMs - earliestMs > HOUR_MS);
    const wasBefore = this.seen.timesOfDay === 1 || this.seen.beforeStart > 0;
    if (isBefore && wasBefore && !isOfNow) this.seen.beforeStart += 1;
  }

  /** Reports an assumption once. */
  #assume(text: string): void {
    if (this.#reported.has(text)) return;
    this.#reported.add(text);
    this.#options.onAssumption(text);
  }
}
