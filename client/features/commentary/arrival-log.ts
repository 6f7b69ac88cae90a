import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { isYetToCome } from '#shared/scoring/future-moment.ts';
import { IncrementalView } from '#shared/scoring/incremental-view.ts';
import { compareListed } from '#shared/scoring/rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import { Announcements } from './announcements.ts';
import { type Call, type Calls, PointCalls, areSameCalls, listCalledElse } from './calls.ts';
import { type KeptLog, recallAnnounced, selectKept } from './kept-log.ts';
import { NewestFirst } from './newest-first.ts';
import type { AnnouncedArrival, LoggedArrival, Notice } from './notices.ts';

/** An arrival reported this late, after later ones were announced, is not expected at the top of the list. */
const LATE_MS: DurationMs = MINUTE_MS;
/** The most that are kept: storage is limited. */
const MOST_KEPT = 1_000;

const NO_CALLS: readonly Call[] = [];

interface Moment {
  readonly nowMs: EpochMs;
  /** When the last of those announced before came through. */
  readonly newestAnnouncedMs: EpochMs;
  /** Arrivals up to this moment were announced before the log began. */
  readonly beforeMs: EpochMs;
  /** What the page before a reload announced was restored at this look. */
  readonly isRecalled: boolean;
}

/**
 * Who came through a point, and what was announced of them (SCREENS.md CO2, CO3). Nobody is removed: a corrected runner
 * is marked, one who is not through after all stays as revoked, and a difference from what was announced is a notice
 * until the commentator has announced it. The cost of a push depends only on what changed.
 */
export class ArrivalLog {
  readonly point: StagePoint;
  /** The events that pass this point. */
  #events: ReadonlySet<EventCode> = new Set();
  readonly #all = new Announcements();
  /** Made at the first read after a look at everybody. */
  #newestFirst: NewestFirst | undefined;
  #newestMs: EpochMs = -Infinity;
  /** Runners whose time here is still in the future: the log looks at them again. */
  readonly #ahead = new Set<string>();
  #standings: Standings | undefined;
  /** The number of the first change that is not taken in yet. */
  #next = 0;
  #pointCalls: IncrementalView<Standings, PointCalls> | undefined;
  #calls: Calls = new Map();
  /** What the page before a reload announced, until it is compared with the race. */
  #kept: KeptLog | undefined;

  constructor(point: StagePoint, kept?: KeptLog) {
    this.point = point;
    this.#kept = kept;
  }

  /** Whether what the page before a reload announced still has to be compared with the race. */
  get isAwaiting(): boolean {
    return this.#kept !== undefined;
  }

  /** How many arrivals are known. */
  get order(): number {
    return this.#all.size;
  }

  find(runnerId: string): LoggedArrival | undefined {
    return this.#all.find(runnerId)?.arrival;
  }

  get newestFirst(): NewestFirst {
    return (this.#newestFirst ??= new NewestFirst(this.listSince(0)));
  }

  /** The arrivals known after the first `order`. */
  listSince(order: number): readonly LoggedArrival[] {
    return this.#all.listSince(order);
  }

  /** The differences from what was announced, the latest first. */
  listNotices(): readonly Notice[] {
    return this.#all.listNotices();
  }

  /** The commentator has announced the current state: of one runner, or of all. */
  acknowledge(runnerId?: string): void {
    this.#all.acknowledge(runnerId);
  }

  /** Takes in the race as it stands. Standings older than what was kept (`isOlder`) are only shown. */
  advance(standings: Standings, nowMs: EpochMs, isOlder = false): void {
    const kept = this.#kept;
    if (kept || this.#isOfAnotherRace(standings)) this.#beginAnew();
    const isRecalled = kept !== undefined && !isOlder && this.#recall(kept, standings);
    const beforeMs = isRecalled ? kept.wholeFromMs : this.#standings ? -Infinity : Infinity;
    const moment = { nowMs, newestAnnouncedMs: this.#newestMs, beforeMs, isRecalled };
    const ids = this.#takeChanges(standings);
    if (!ids) this.#newestFirst = undefined;
    for (const row of this.#listRows(standings, ids)) this.#compare(row.runnerId, row, moment);
    for (const id of ids ?? this.#all.runnerIds()) {
      const row = standings.find(id);
      if (!row || timeAt(row, this.point) === null) this.#compare(id, row, moment);
    }
  }

  /** The announcements that a page needs after a reload, in about `maxLength` characters. */
  keep(maxLength: number): KeptLog {
    const listKnown = (ids: Iterable<string>): AnnouncedArrival[] =>
      [...ids].flatMap((id) => this.#all.find(id) ?? []);
    const { events = [] } = this.#standings?.courses ?? {};
    const newest = this.newestFirst.list(events, MOST_KEPT).map(({ result }) => result.runnerId);
    const first = listKnown([...this.#all.listNoticed(), ...this.#calls.keys()]);
    const selected = selectKept(first, listKnown(newest), maxLength);
    return { point: this.point, newestMs: this.#newestMs, ...selected };
  }

  /**
   * Takes in the changes since the last look: the runners whose row, calls or moment may differ;
   * undefined where that may be everybody.
   */
  #takeChanges(standings: Standings): readonly string[] | undefined {
    const { log } = standings;
    const changes = standings === this.#standings ? log.since(this.#next) : undefined;
    this.#next = log.next;
    if (standings !== this.#standings) {
      this.#standings = standings;
      const { courses } = standings;
      const comesBy = (event: EventCode): boolean =>
        stagePointsOf(event, courses).includes(this.point);
      this.#events = new Set(courses.events.filter(comesBy));
      this.#pointCalls = new IncrementalView(standings, (all) => new PointCalls(all, this.point));
    }
    const was = this.#calls;
    this.#calls = this.#pointCalls?.read().list() ?? was;
    const ahead = [...this.#ahead];
    this.#ahead.clear();
    const changed = changes?.flatMap(({ before, after }) => (after ?? before)?.runnerId ?? []);
    return changed && [...new Set([...changed, ...listCalledElse(was, this.#calls), ...ahead])];
  }

  /** The rows that may be through, in list order: at the finish only finishers. */
  #listRows(standings: Standings, ids: readonly string[] | undefined): readonly UnrankedResult[] {
    if (ids) {
      const rows = ids.flatMap((id) => standings.find(id) ?? []);
      return rows.toSorted((a, b) => compareListed(standings.courses, a, b));
    }
    return standings.courses.events.flatMap((event) =>
      this.point === 'finish' ? standings.finishers(event).list() : standings.listed(event),
    );
  }

  /** Compares a runner with what is known of them; a runner who left the results has no row. */
  #compare(runnerId: string, row: UnrankedResult | undefined, moment: Moment): void {
    const { nowMs, newestAnnouncedMs, beforeMs, isRecalled } = moment;
    const entry = this.#all.find(runnerId);
    const known = entry?.arrival;
    const elapsedMs = row ? this.#timeOf(row, nowMs) : null;
    if (!row || elapsedMs === null) {
      // A revoked runner is shown too, with their current privacy and status.
      const result = row ?? known?.result;
      if (!known || !result || (known.isRevoked && known.result === result)) return;
      this.#put(entry, { ...known, result, calls: NO_CALLS, isRevoked: true }, moment);
      return;
    }
    const calls = this.#calls.get(runnerId) ?? NO_CALLS;
    if (known?.result === row && !known.isRevoked && areSameCalls(known.calls, calls)) return;
    const { startedAtMs } = row;
    const isOfBefore = !known && (startedAtMs === null ? 0 : startedAtMs + elapsedMs) <= beforeMs;
    // Without a start there is no moment of arrival: the moment when the page heard of it stands in.
    const heardMs = known ? known.heardMs : isOfBefore ? undefined : nowMs;
    const atMs = startedAtMs === null ? (heardMs ?? 0) : startedAtMs + elapsedMs;
    this.#newestMs = Math.max(this.#newestMs, atMs);
    // Field by field: a spread is slower, and a large field is added at once.
    const arrival: LoggedArrival = {
      order: known?.order ?? this.#all.size + 1,
      result: row,
      point: this.point,
      elapsedMs,
      atMs,
      heardMs,
      calls,
      firstMs: known?.firstMs ?? elapsedMs,
      isRevoked: false,
    };
    let announced = entry?.announced ?? arrival;
    if (!known && !isOfBefore && nowMs - atMs > LATE_MS && newestAnnouncedMs - atMs > LATE_MS)
      announced = { ...arrival, isRevoked: true };
    // Nothing was called out about runners that the page did not keep before the reload.
    if (isOfBefore && isRecalled) announced = { ...arrival, calls: NO_CALLS };
    this.#put(entry, arrival, moment, announced);
  }

  #put(
    before: AnnouncedArrival | undefined,
    arrival: LoggedArrival,
    { nowMs, isRecalled }: Moment,
    announced = before?.announced ?? arrival,
  ): void {
    this.#all.put(arrival, announced, (isRecalled ? before?.noticedMs : undefined) ?? nowMs);
    this.#newestFirst?.replace(before?.arrival, arrival);
  }

  /** Null if the runner is not through or does not pass this point; nobody is through in the future (AR5). */
  #timeOf(row: UnrankedResult, nowMs: EpochMs): DurationMs | null {
    const elapsedMs = this.#events.has(row.events) ? timeAt(row, this.point) : null;
    if (elapsedMs === null) return null;
    if (!isYetToCome((row.startedAtMs ?? 0) + elapsedMs, nowMs)) return elapsedMs;
    this.#ahead.add(row.runnerId);
    return null;
  }

  /** Restores what the page before a reload announced; false where that was another race. */
  #recall({ entries, newestMs }: KeptLog, standings: Standings): boolean {
    if (standings.size === 0) return false;
    this.#kept = undefined;
    if (!entries.some(({ runnerId }) => standings.find(runnerId))) return false;
    for (const [at, entry] of entries.entries()) {
      this.#all.recall(recallAnnounced(entry, this.point, at + 1), entry.noticedMs);
    }
    this.#newestMs = newestMs;
    return true;
  }

  /** None of the known runners is in the race. */
  #isOfAnotherRace(standings: Standings): boolean {
    if (standings.size === 0) return false;
    for (const runnerId of this.#all.runnerIds()) if (standings.find(runnerId)) return false;
    return this.#all.size > 0;
  }

  #beginAnew(): void {
    this.#all.clear();
    this.#newestFirst = undefined;
    this.#newestMs = -Infinity;
    this.#standings = undefined;
    this.#calls = new Map();
  }
}
