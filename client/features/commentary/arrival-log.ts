import type { Arrival } from '#client/spectators/arrivals.ts';
import { EVENTS } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import { type Call, addClimbCalls, findCalls, isSameCall } from './calls.ts';
import { type Notice, type Told, compareTold } from './notices.ts';

/** An arrival as the commentator has it before them. */
export interface LoggedArrival extends Arrival {
  readonly key: string;
  /** Counts who was heard of, one after another. */
  readonly order: number;
  /** When the page heard of them; undefined for who was through when the log was begun. */
  readonly heardMs: EpochMs | undefined;
  readonly calls: readonly Call[];
  /** What their time was when it was first told here, where it was corrected since. */
  readonly wasMs: DurationMs | undefined;
  /** They are not through after all. */
  readonly isTakenBack: boolean;
}

/** Who is heard of so long after they were there, behind others who were told, is not looked for at the top. */
const LATE_MS: DurationMs = MINUTE_MS;

/** From so many changes at once on, sorting costs less than putting each in its place. */
const MOST_MOVES = 200;

const NO_CALLS: readonly Call[] = [];

interface Entry {
  arrival: LoggedArrival;
  /** What the commentator was told last. */
  told: Told;
  firstMs: DurationMs;
  /** The turn in which they were through last. */
  turn: number;
}

/**
 * Everyone who came through a point, from the moment the log is begun (SCREENS.md CO2, CO3). Nobody
 * leaves it: who is corrected is marked, who is not through after all stays as taken back, and what
 * differs from what was told is a notice until it is said to be told.
 */
export class ArrivalLog {
  readonly #point: StagePoint;
  readonly #entries = new Map<string, Entry>();
  #newestFirst: LoggedArrival[] | undefined;
  readonly #inOrder: string[] = [];
  readonly #notices = new Map<string, EpochMs>();
  #turn = 0;
  /** How many are through in this turn, and how many of those who are known. */
  #present = 0;
  #through = 0;
  #moves = 0;
  #newestMs: EpochMs = -Infinity;

  constructor(point: StagePoint) {
    this.#point = point;
  }

  /** How many were heard of. */
  get order(): number {
    return this.#inOrder.length;
  }

  /** Takes the race in as it stands. */
  advance(standings: Standings, nowMs: EpochMs): void {
    if (this.#isOfAnotherRace(standings)) this.#beginAnew();
    this.#turn += 1;
    this.#present = 0;
    this.#moves = 0;
    const newestToldMs = this.#newestMs;
    for (const event of EVENTS) {
      const points = stagePointsOf(event);
      if (!points.includes(this.#point)) continue;
      const rows = this.#point === 'finish' ? standings.finishers(event) : standings.listed(event);
      const calls = findCalls(rows, this.#point, points);
      addClimbCalls(calls, standings);
      for (const row of rows) {
        const elapsedMs = timeAt(row, this.#point);
        if (elapsedMs === null) continue;
        this.#note(row, elapsedMs, calls.get(row.runnerId) ?? NO_CALLS, { nowMs, newestToldMs });
      }
    }
    // Of a large field hardly ever is anybody missing.
    if (this.#present === this.#through) return;
    for (const entry of this.#entries.values()) {
      if (entry.turn === this.#turn || entry.arrival.isTakenBack) continue;
      this.#change(entry, { ...entry.arrival, calls: NO_CALLS, isTakenBack: true }, nowMs);
    }
  }

  find(key: string): LoggedArrival | undefined {
    return this.#findEntry(key)?.arrival;
  }

  /** All of them, newest first. */
  list(): readonly LoggedArrival[] {
    this.#newestFirst ??= [...this.#entries.values()]
      .map(({ arrival }) => arrival)
      .toSorted(compareNewest);
    return this.#newestFirst;
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

  #note(
    result: UnrankedResult,
    elapsedMs: DurationMs,
    calls: readonly Call[],
    { nowMs, newestToldMs }: { readonly nowMs: EpochMs; readonly newestToldMs: EpochMs },
  ): void {
    const { runnerId } = result;
    const isFirstTurn = this.#turn === 1;
    const known = this.#entries.get(runnerId);
    this.#present += 1;
    // Who has no start has no moment: they came when the page heard of them.
    const heardMs = known ? known.arrival.heardMs : isFirstTurn ? undefined : nowMs;
    const atMs = result.startedAtMs === null ? (heardMs ?? 0) : result.startedAtMs + elapsedMs;
    this.#newestMs = Math.max(this.#newestMs, atMs);
    if (known) {
      known.turn = this.#turn;
      const { arrival } = known;
      if (arrival.result === result && !arrival.isTakenBack && isSame(arrival.calls, calls)) return;
      const wasMs = known.firstMs === elapsedMs ? undefined : known.firstMs;
      const next = { ...arrival, result, elapsedMs, atMs, calls, wasMs, isTakenBack: false };
      this.#change(known, next, nowMs);
      return;
    }
    const key = `${this.#point} ${runnerId}`;
    this.#through += 1;
    this.#inOrder.push(runnerId);
    const order = this.#inOrder.length;
    const arrival: LoggedArrival = {
      key,
      order,
      result,
      point: this.#point,
      elapsedMs,
      atMs,
      heardMs,
      calls,
      wasMs: undefined,
      isTakenBack: false,
    };
    const isLate = !isFirstTurn && nowMs - atMs > LATE_MS && newestToldMs - atMs > LATE_MS;
    const told = isLate ? { ...tell(arrival), isThrough: false } : tell(arrival);
    const entry: Entry = { arrival, told, firstMs: elapsedMs, turn: this.#turn };
    this.#entries.set(runnerId, entry);
    this.#place(undefined, arrival);
    if (isLate) this.#notices.set(key, nowMs);
  }

  #change(entry: Entry, arrival: LoggedArrival, nowMs: EpochMs): void {
    this.#through += Number(entry.arrival.isTakenBack) - Number(arrival.isTakenBack);
    this.#place(entry.arrival, arrival);
    entry.arrival = arrival;
    // At the end again: the latest stand first.
    this.#notices.delete(arrival.key);
    if (compareTold(entry.told, arrival)) this.#notices.set(arrival.key, nowMs);
  }

  #findEntry(key: string): Entry | undefined {
    return this.#entries.get(key.slice(key.indexOf(' ') + 1));
  }

  /** Keeps the list in order: a few are put in their places, after many it is sorted anew. */
  #place(before: LoggedArrival | undefined, after: LoggedArrival): void {
    this.#moves += 1;
    if (this.#moves > MOST_MOVES) this.#newestFirst = undefined;
    const list = this.#newestFirst;
    if (!list) return;
    if (before) list.splice(list.indexOf(before), 1);
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareNewest(list[middle] ?? after, after) < 0) low = middle + 1;
      else high = middle;
    }
    list.splice(low, 0, after);
  }

  /** Nobody of those who were told is known any more. */
  #isOfAnotherRace(standings: Standings): boolean {
    if (this.#entries.size === 0) return false;
    for (const { arrival } of this.#entries.values()) {
      if (standings.find(arrival.result.runnerId)) return false;
    }
    return standings.size > 0;
  }

  #beginAnew(): void {
    this.#entries.clear();
    this.#notices.clear();
    this.#inOrder.length = 0;
    this.#newestFirst = undefined;
    this.#turn = 0;
    this.#through = 0;
    this.#newestMs = -Infinity;
  }
}

function compareNewest(a: LoggedArrival, b: LoggedArrival): number {
  return b.atMs - a.atMs || b.order - a.order;
}

function tell({ elapsedMs, calls, isTakenBack }: LoggedArrival): Told {
  return { isThrough: !isTakenBack, elapsedMs, calls };
}

function isSame(before: readonly Call[], after: readonly Call[]): boolean {
  return (
    before === after ||
    (before.length === after.length &&
      before.every((call, index) => {
        const other = after[index];
        return other !== undefined && isSameCall(call, other);
      }))
  );
}
