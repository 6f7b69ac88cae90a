import { type EventCode, EVENTS } from '#shared/model/event.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';

import { type KeptLog, MIN_ENTRY_LENGTH, selectKept } from './kept-told.ts';
import { type LoggedArrival, NewestFirst } from './newest-first.ts';
import { type Notice, type Told, compareTold, tell } from './notices.ts';

/** An arrival, and what the commentator was told of it. */
export interface Entry {
  arrival: LoggedArrival;
  /** What was told last. */
  told: Told;
  /** The time that was told first. */
  readonly firstMs: DurationMs;
  /** Since when it has to be told anew, as the page before this one knew; until it is compared. */
  noticedMs?: EpochMs | undefined;
}

/** Somebody who is added. */
export interface Added extends Pick<Entry, 'told' | 'firstMs' | 'noticedMs'> {
  readonly arrival: Omit<LoggedArrival, 'key' | 'order' | 'point' | 'wasMs'>;
}

/**
 * Who came through a point, and what a commentator was told of them (SCREENS.md CO2, CO3). Nobody
 * leaves it: who is corrected is marked, who is not through after all stays as taken back, and what
 * differs from what was told is a notice until it is said to be told.
 */
export class ToldArrivals {
  readonly #point: StagePoint;
  readonly #entries = new Map<string, Entry>();
  readonly #inOrder: string[] = [];
  readonly #notices = new Map<string, EpochMs>();
  /** Put in order when they are first read. */
  #newestFirst: NewestFirst | undefined;

  constructor(point: StagePoint) {
    this.#point = point;
  }

  /** How many were heard of. */
  get order(): number {
    return this.#inOrder.length;
  }

  of(runnerId: string): Entry | undefined {
    return this.#entries.get(runnerId);
  }

  all(): Iterable<Entry> {
    return this.#entries.values();
  }

  find(key: string): LoggedArrival | undefined {
    return this.#findEntry(key)?.arrival;
  }

  /** Of these races so many at most, newest first. */
  list(events: readonly EventCode[], most: number): readonly LoggedArrival[] {
    return this.#listing().list(events, most);
  }

  /** How many there are of these races. */
  count(events: readonly EventCode[]): number {
    return this.#listing().count(events);
  }

  /** Those who were heard of after so many others. */
  listSince(order: number): readonly LoggedArrival[] {
    return this.#inOrder.slice(order).flatMap((id) => this.#entries.get(id)?.arrival ?? []);
  }

  /** What differs from what was told, the latest first. */
  listNotices(): readonly Notice[] {
    return [...this.#notices].toReversed().flatMap(([key, noticedMs]): Notice[] => {
      const entry = this.#findEntry(key);
      const change = entry && compareTold(entry.told, entry.arrival);
      return change ? [{ ...change, arrival: entry.arrival, noticedMs }] : [];
    });
  }

  /** The commentator has told how it is by now: of one, or of all. */
  acknowledge(key?: string): void {
    for (const one of key === undefined ? [...this.#notices.keys()] : [key]) {
      const entry = this.#findEntry(one);
      if (entry) entry.told = tell(entry.arrival);
      this.#notices.delete(one);
    }
  }

  add({ arrival: given, told, firstMs, noticedMs }: Added, nowMs: EpochMs): void {
    const { result, elapsedMs, atMs, heardMs, calls, isTakenBack } = given;
    const { runnerId } = result;
    this.#inOrder.push(runnerId);
    // Field by field: a spread takes longer, and a large field is added in one go.
    const arrival: LoggedArrival = {
      result,
      elapsedMs,
      atMs,
      heardMs,
      calls,
      isTakenBack,
      key: `${this.#point} ${runnerId}`,
      order: this.#inOrder.length,
      point: this.#point,
      wasMs: firstMs === elapsedMs ? undefined : firstMs,
    };
    this.#entries.set(runnerId, { arrival, told, firstMs, noticedMs });
    this.#newestFirst?.replace(undefined, arrival);
    if (compareTold(told, arrival)) this.#notices.set(arrival.key, nowMs);
  }

  change(entry: Entry, arrival: LoggedArrival, nowMs: EpochMs): void {
    this.#newestFirst?.replace(entry.arrival, arrival);
    entry.arrival = arrival;
    // At the end again: the latest stand first.
    this.#notices.delete(arrival.key);
    const sinceMs = entry.noticedMs ?? nowMs;
    entry.noticedMs = undefined;
    if (compareTold(entry.told, arrival)) this.#notices.set(arrival.key, sinceMs);
  }

  /** So much is another that the order is made anew when it is read. */
  forgetOrder(): void {
    this.#newestFirst = undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#notices.clear();
    this.#inOrder.length = 0;
    this.#newestFirst = undefined;
  }

  /** What tells a later page what differs: of the notices, of who was called out, and of the latest. */
  keep(called: Iterable<string>, maxLength: number): Omit<KeptLog, 'newestMs'> {
    const ofKeys = (keys: readonly string[]): Entry[] =>
      keys.flatMap((key) => this.#findEntry(key) ?? []);
    const noticed = ofKeys([...this.#notices.keys()].toReversed());
    const newest = this.list(EVENTS, Math.ceil(maxLength / MIN_ENTRY_LENGTH));
    const all = {
      first: [...noticed, ...[...called].flatMap((id) => this.#entries.get(id) ?? [])],
      newest: ofKeys(newest.map(({ key }) => key)),
      isWhole: newest.length === this.#entries.size,
      noticedMs: this.#notices,
    };
    return { point: this.#point, ...selectKept(all, maxLength) };
  }

  #findEntry(key: string): Entry | undefined {
    return this.#entries.get(key.slice(key.indexOf(' ') + 1));
  }

  #listing(): NewestFirst {
    return (this.#newestFirst ??= new NewestFirst(
      [...this.#entries.values()].map(({ arrival }) => arrival),
    ));
  }
}
