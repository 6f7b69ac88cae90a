import { type EventCode, EVENTS } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { type RowChange, InStep } from '#shared/scoring/in-step.ts';
import { compareListed } from '#shared/scoring/rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import { type Call, type Called, PointCalls, areSameCalls, listCalledElse } from './calls.ts';
import { type LoggedArrival, NewestFirst } from './newest-first.ts';
import { type Notice, type Told, compareTold } from './notices.ts';

/** Who is heard of so long after they were there, behind others who were told, is not looked for at the top. */
const LATE_MS: DurationMs = MINUTE_MS;

const NO_CALLS: readonly Call[] = [];

interface Entry {
  arrival: LoggedArrival;
  /** What the commentator was told last. */
  told: Told;
  firstMs: DurationMs;
}

/** When what is noted is heard of. */
interface Moment {
  readonly nowMs: EpochMs;
  /** When the last of those came who were told before. */
  readonly newestToldMs: EpochMs;
  readonly isFirstLook: boolean;
}

/**
 * Everyone who came through a point, from the moment the log is begun (SCREENS.md CO2, CO3). Nobody
 * leaves it: who is corrected is marked, who is not through after all stays as taken back, and what
 * differs from what was told is a notice until it is said to be told. A push costs what changed, as
 * far as the standings tell that.
 */
export class ArrivalLog {
  readonly #point: StagePoint;
  /** Those that come by. */
  readonly #events: ReadonlySet<EventCode>;
  readonly #entries = new Map<string, Entry>();
  readonly #inOrder: string[] = [];
  readonly #notices = new Map<string, EpochMs>();
  /** Put in order when they are first read. */
  #newestFirst: NewestFirst | undefined;
  #newestMs: EpochMs = -Infinity;
  #standings: Standings | undefined;
  /** The number of the first change that is not taken in. */
  #next = 0;
  #calls: InStep<Standings, PointCalls> | undefined;
  #called: Called = new Map();

  constructor(point: StagePoint) {
    this.#point = point;
    this.#events = new Set(EVENTS.filter((event) => stagePointsOf(event).includes(point)));
  }

  /** How many were heard of. */
  get order(): number {
    return this.#inOrder.length;
  }

  /** Takes the race in as it stands. */
  advance(standings: Standings, nowMs: EpochMs): void {
    if (this.#isOfAnotherRace(standings)) this.#beginAnew();
    const { log } = standings;
    const isFirstLook = this.#standings === undefined;
    const moment = { nowMs, newestToldMs: this.#newestMs, isFirstLook };
    const changes = standings === this.#standings ? log.since(this.#next) : undefined;
    if (standings !== this.#standings) {
      this.#calls = new InStep(standings, (all) => new PointCalls(all, this.#point));
    }
    this.#standings = standings;
    this.#next = log.next;
    const calls: Called = this.#calls?.read().list() ?? new Map();
    const ids = changes && listTouched(changes, this.#called, calls);
    this.#called = calls;
    if (!ids) this.#newestFirst = undefined;
    const gone = this.#listGone(standings, ids);
    for (const row of this.#listRows(standings, ids)) {
      this.#note(row, calls.get(row.runnerId) ?? NO_CALLS, moment);
    }
    for (const entry of gone) {
      this.#change(entry, { ...entry.arrival, calls: NO_CALLS, isTakenBack: true }, nowMs);
    }
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

  /** Whose rows may tell something else than before, in the order in which they are listed; of everybody without ids. */
  #listRows(standings: Standings, ids: readonly string[] | undefined): readonly UnrankedResult[] {
    if (ids) return ids.flatMap((id) => standings.find(id) ?? []).toSorted(compareListed);
    const isFinish = this.#point === 'finish';
    return EVENTS.flatMap((event) =>
      isFinish ? standings.finishers(event).list() : standings.listed(event),
    );
  }

  /** Who was through and is not, in the order in which they were heard of. */
  #listGone(standings: Standings, ids: readonly string[] | undefined): readonly Entry[] {
    const entries = ids ? ids.flatMap((id) => this.#entries.get(id) ?? []) : this.#entries.values();
    return [...entries]
      .filter(({ arrival: { isTakenBack, result } }) => {
        const row = standings.find(result.runnerId);
        return !isTakenBack && (!row || this.#timeOf(row) === null);
      })
      .toSorted((a, b) => a.arrival.order - b.arrival.order);
  }

  /** Null where the runner is not through, or does not come by. */
  #timeOf(row: UnrankedResult): DurationMs | null {
    return this.#events.has(row.events) ? timeAt(row, this.#point) : null;
  }

  #note(result: UnrankedResult, calls: readonly Call[], moment: Moment): void {
    const { nowMs, newestToldMs, isFirstLook } = moment;
    const { runnerId } = result;
    const elapsedMs = this.#timeOf(result);
    if (elapsedMs === null) return;
    const known = this.#entries.get(runnerId);
    // Who has no start has no moment: they came when the page heard of them.
    const heardMs = known ? known.arrival.heardMs : isFirstLook ? undefined : nowMs;
    const atMs = result.startedAtMs === null ? (heardMs ?? 0) : result.startedAtMs + elapsedMs;
    this.#newestMs = Math.max(this.#newestMs, atMs);
    if (known) {
      const { arrival } = known;
      if (arrival.result === result && !arrival.isTakenBack && areSameCalls(arrival.calls, calls))
        return;
      const wasMs = known.firstMs === elapsedMs ? undefined : known.firstMs;
      const next = { ...arrival, result, elapsedMs, atMs, calls, wasMs, isTakenBack: false };
      this.#change(known, next, nowMs);
      return;
    }
    const key = `${this.#point} ${runnerId}`;
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
    const isLate = !isFirstLook && nowMs - atMs > LATE_MS && newestToldMs - atMs > LATE_MS;
    const told = isLate ? { ...tell(arrival), isThrough: false } : tell(arrival);
    const entry: Entry = { arrival, told, firstMs: elapsedMs };
    this.#entries.set(runnerId, entry);
    this.#newestFirst?.replace(undefined, arrival);
    if (isLate) this.#notices.set(key, nowMs);
  }

  #change(entry: Entry, arrival: LoggedArrival, nowMs: EpochMs): void {
    this.#newestFirst?.replace(entry.arrival, arrival);
    entry.arrival = arrival;
    // At the end again: the latest stand first.
    this.#notices.delete(arrival.key);
    if (compareTold(entry.told, arrival)) this.#notices.set(arrival.key, nowMs);
  }

  #findEntry(key: string): Entry | undefined {
    return this.#entries.get(key.slice(key.indexOf(' ') + 1));
  }

  #listing(): NewestFirst {
    return (this.#newestFirst ??= new NewestFirst(
      [...this.#entries.values()].map(({ arrival }) => arrival),
    ));
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
    this.#newestMs = -Infinity;
    this.#standings = undefined;
    this.#called = new Map();
  }
}

/** Of whom a row changed, or what is called out. */
function listTouched(changes: readonly RowChange[], was: Called, is: Called): readonly string[] {
  const changed = changes.flatMap(({ before, after }) => (after ?? before)?.runnerId ?? []);
  return [...new Set([...changed, ...listCalledElse(was, is)])];
}

function tell({ elapsedMs, calls, isTakenBack }: LoggedArrival): Told {
  return { isThrough: !isTakenBack, elapsedMs, calls };
}
