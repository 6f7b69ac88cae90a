import { type EventCode, EVENTS } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { InStep } from '#shared/scoring/in-step.ts';
import { isYetToCome } from '#shared/scoring/future-moment.ts';
import { compareListed } from '#shared/scoring/rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import { type Call, type Called, PointCalls, areSameCalls, listTouched } from './calls.ts';
import { type KeptLog, standIn } from './kept-told.ts';
import { type Entry, ToldArrivals } from './told-arrivals.ts';

/** Who is heard of so long after they were there, behind others who were told, is not looked for at the top. */
const LATE_MS: DurationMs = MINUTE_MS;

const NO_CALLS: readonly Call[] = [];

/** When what is noted is heard of. */
interface Moment {
  readonly nowMs: EpochMs;
  /** When the last of those came who were told before. */
  readonly newestToldMs: EpochMs;
  /** Who came by then was told before the log was begun. */
  readonly beforeMs: EpochMs;
  /** Of those it is known what was called out. */
  readonly isRecalled: boolean;
}

/**
 * Brings what was told of a point in step with the race (SCREENS.md CO2, CO3). A push costs what
 * changed, as far as the standings tell that.
 */
export class ArrivalLog {
  /** Everyone who came through, from the moment the log is begun. */
  readonly told: ToldArrivals;
  readonly #point: StagePoint;
  /** Those that come by. */
  readonly #events: ReadonlySet<EventCode>;
  /** What the page before this one told, until it is compared with the race. */
  #kept: KeptLog | undefined;
  #newestMs: EpochMs = -Infinity;
  #standings: Standings | undefined;
  /** The number of the first change that is not taken in. */
  #next = 0;
  #calls: InStep<Standings, PointCalls> | undefined;
  #called: Called = new Map();
  #nowMs: EpochMs = -Infinity;
  /** Whose time here is yet to come: they are looked at again. */
  readonly #ahead = new Set<string>();

  constructor(point: StagePoint, kept?: KeptLog) {
    this.told = new ToldArrivals(point);
    this.#point = point;
    this.#events = new Set(EVENTS.filter((event) => stagePointsOf(event).includes(point)));
    this.#kept = kept;
  }

  /** Whether what the page before this one told was not compared with the race so far. */
  get isAwaiting(): boolean {
    return this.#kept !== undefined;
  }

  /** Takes the race in as it stands; one that `isOlder` than what was kept is only shown meanwhile. */
  advance(standings: Standings, nowMs: EpochMs, isOlder = false): void {
    this.#nowMs = nowMs;
    const waiting = [...this.#ahead];
    this.#ahead.clear();
    const kept = this.#kept;
    if (kept || this.#isOfAnotherRace(standings)) this.#beginAnew();
    const isRecalled = kept !== undefined && !isOlder && this.#recall(kept, standings, nowMs);
    const beforeMs = isRecalled ? kept.wholeFromMs : this.#standings ? -Infinity : Infinity;
    const moment = { nowMs, newestToldMs: this.#newestMs, beforeMs, isRecalled };
    const { log } = standings;
    const changes = standings === this.#standings ? log.since(this.#next) : undefined;
    if (standings !== this.#standings) {
      this.#calls = new InStep(standings, (all) => new PointCalls(all, this.#point));
    }
    this.#standings = standings;
    this.#next = log.next;
    const calls: Called = this.#calls?.read().list() ?? new Map();
    const ids = changes && [...new Set([...listTouched(changes, this.#called, calls), ...waiting])];
    this.#called = calls;
    if (!ids) this.told.forgetOrder();
    const away = this.#listAway(standings, ids);
    for (const row of this.#listRows(standings, ids)) {
      this.#note(row, calls.get(row.runnerId) ?? NO_CALLS, moment);
    }
    for (const entry of away) {
      const { arrival } = entry;
      // What is hidden of them by now, or that they are out, is told of who is taken back too.
      const result = standings.find(arrival.result.runnerId) ?? arrival.result;
      if (arrival.isTakenBack && arrival.result === result) continue;
      this.told.change(entry, { ...arrival, result, calls: NO_CALLS, isTakenBack: true }, nowMs);
    }
  }

  /** What a page after this one needs to know of what was told, in about so many characters. */
  keep(maxLength: number): KeptLog {
    return { newestMs: this.#newestMs, ...this.told.keep(this.#called.keys(), maxLength) };
  }

  /** Whose rows may tell something else than before, in the order in which they are listed; of everybody without ids. */
  #listRows(standings: Standings, ids: readonly string[] | undefined): readonly UnrankedResult[] {
    if (ids) return ids.flatMap((id) => standings.find(id) ?? []).toSorted(compareListed);
    const isFinish = this.#point === 'finish';
    return EVENTS.flatMap((event) =>
      isFinish ? standings.finishers(event).list() : standings.listed(event),
    );
  }

  /** Who was through once and is not, in the order in which they were heard of. */
  #listAway(standings: Standings, ids: readonly string[] | undefined): readonly Entry[] {
    const entries = ids ? ids.flatMap((id) => this.told.of(id) ?? []) : [...this.told.all()];
    return entries
      .filter(({ arrival: { result } }) => {
        const row = standings.find(result.runnerId);
        return !row || this.#timeOf(row) === null;
      })
      .toSorted((a, b) => a.arrival.order - b.arrival.order);
  }

  /** Null where the runner is not through, or does not come by; nobody is through in the future (AR5). */
  #timeOf(row: UnrankedResult): DurationMs | null {
    const elapsedMs = this.#events.has(row.events) ? timeAt(row, this.#point) : null;
    if (elapsedMs === null || !isYetToCome((row.startedAtMs ?? 0) + elapsedMs, this.#nowMs))
      return elapsedMs;
    this.#ahead.add(row.runnerId);
    return null;
  }

  #note(result: UnrankedResult, calls: readonly Call[], moment: Moment): void {
    const { nowMs, newestToldMs, beforeMs, isRecalled } = moment;
    const elapsedMs = this.#timeOf(result);
    if (elapsedMs === null) return;
    const known = this.told.of(result.runnerId);
    const { startedAtMs } = result;
    const isOfBefore = !known && (startedAtMs === null ? 0 : startedAtMs + elapsedMs) <= beforeMs;
    // Who has no start has no moment: they came when the page heard of them.
    const heardMs = known ? known.arrival.heardMs : isOfBefore ? undefined : nowMs;
    const atMs = startedAtMs === null ? (heardMs ?? 0) : startedAtMs + elapsedMs;
    this.#newestMs = Math.max(this.#newestMs, atMs);
    if (known) {
      const { arrival } = known;
      if (arrival.result === result && !arrival.isTakenBack && areSameCalls(arrival.calls, calls))
        return;
      const wasMs = known.firstMs === elapsedMs ? undefined : known.firstMs;
      const next = { ...arrival, result, elapsedMs, atMs, calls, wasMs, isTakenBack: false };
      this.told.change(known, next, nowMs);
      return;
    }
    const isLate = !isOfBefore && nowMs - atMs > LATE_MS && newestToldMs - atMs > LATE_MS;
    const arrival = { result, elapsedMs, atMs, heardMs, calls, isTakenBack: false };
    // Of whom nothing was kept nothing was called out.
    const wereCalled = isOfBefore && isRecalled ? NO_CALLS : calls;
    const told = { isThrough: !isLate, elapsedMs, calls: wereCalled };
    this.told.add({ arrival, told, firstMs: elapsedMs }, nowMs);
  }

  /** Takes up what the page before this one told; false where it told of another race. */
  #recall({ entries, newestMs }: KeptLog, standings: Standings, nowMs: EpochMs): boolean {
    if (standings.size === 0) return false;
    this.#kept = undefined;
    if (!entries.some(({ runnerId }) => standings.find(runnerId))) return false;
    for (const entry of entries) {
      const { told, firstMs, noticedMs } = entry;
      const row = standings.find(entry.runnerId) ?? standIn(entry);
      const { elapsedMs, calls, isThrough } = told;
      const atMs = (row.startedAtMs ?? 0) + elapsedMs;
      // A copy of the row: it is compared with what was told as if it had changed.
      const given = { result: { ...row }, elapsedMs, atMs, heardMs: undefined, calls };
      const arrival = { ...given, isTakenBack: !isThrough };
      this.told.add({ arrival, told, firstMs, noticedMs }, nowMs);
    }
    this.#newestMs = newestMs;
    return true;
  }

  /** Nobody of those who were told is known any more. */
  #isOfAnotherRace(standings: Standings): boolean {
    if (this.told.order === 0) return false;
    for (const { arrival } of this.told.all()) {
      if (standings.find(arrival.result.runnerId)) return false;
    }
    return standings.size > 0;
  }

  #beginAnew(): void {
    this.told.clear();
    this.#newestMs = -Infinity;
    this.#standings = undefined;
    this.#called = new Map();
  }
}
