import { LRUCache } from 'lru-cache';

import { changeRunner, type Saved, type Wanted } from '#server/race/change-runner.ts';
import type { MarshalPass } from '#server/race/marshal-pass.ts';
import {
  isOfToday,
  isSaidBy,
  reportOf,
  type SaidTap,
  sightingOf,
} from '#server/race/marshal-taps.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { FoundTap } from '#server/store/marshal-records.ts';
import { UnreadableRecordError } from '#server/store/unreadable.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { Refusal } from '#server/web/refusal.ts';
import { decideReport, takeBackReport } from '#server/web/report-runner.ts';
import { refuseUnknown } from '#server/web/require-pass.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';
import { codePoint, nameMarshal } from '#shared/model/name-marshal.ts';
import type { Report } from '#shared/model/report.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import {
  MAX_PASSES,
  MAX_SIGHTINGS_OF_PASS,
  MAX_STOPS_A_MINUTE,
  MAX_TAPS_OF_PASS,
  type MarshalTap,
  type TapOutcome,
} from '#shared/wire/marshal-api.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

const BY_RADIO = 'tell race control by radio';

/** The outcome of a tap, without its id, and the version with it. */
type Taken = Pick<TapOutcome, 'outcome' | 'why'> & Pick<Saved, 'version'>;

/** Records the taps of marshals' phones (RULES.md MA2 to MA6). */
export class TapsInOrder {
  readonly #parts: OrganiserParts;
  readonly #bibs: BibFinder;
  readonly #stops = new StopsOfMarshals();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: OrganiserParts) {
    this.#parts = parts;
    this.#bibs = new BibFinder(parts.race);
  }

  /**
   * Takes the taps in their order. If one fails, the earlier ones stay recorded, and the phone sends all of them again.
   */
  async take(
    pass: MarshalPass,
    taps: readonly MarshalTap[],
    nowMs: EpochMs,
  ): Promise<TapOutcome[]> {
    const { race, store } = this.#parts;
    const outcomes: TapOutcome[] = [];
    let last: number | undefined;
    let isThere = false;
    for (const tap of taps) {
      const taken = await this.#inTurn(() => this.#takeOne(pass, tap, nowMs));
      const { version, ...outcome } = taken;
      if (version === undefined) isThere = true;
      else last = version;
      outcomes.push({ reportId: tap.reportId, ...outcome });
    }
    if (isThere) await store.upkeep.confirmCopies();
    await waitForVersion(race, last);
    return outcomes;
  }

  /** One tap at a time, over all phones: an organiser's save never waits for more than one. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(task);
    // The next task runs even if this one failed.
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #takeOne(pass: MarshalPass, tap: MarshalTap, nowMs: EpochMs): Promise<Taken> {
    const { kind, of = '', ...rest } = tap;
    if (kind === 'undo') return this.#takeBack(pass, of);
    const said: SaidTap = { ...rest, kind };
    const found = await this.#find(pass, said.reportId);
    if (!isOwn(pass, found)) {
      return refuse(`Something else was said under the number of this: ${BY_RADIO}.`);
    }
    if (found.became) return { outcome: found.became };
    if (!isOfToday(said, pass)) {
      return refuse(`The clock of this phone was wrong: ${BY_RADIO}, with the time.`);
    }
    if (found.counts.taps >= MAX_TAPS_OF_PASS) {
      return refuse(`This pass has said ${MAX_TAPS_OF_PASS} things: ask race control for another.`);
    }
    const meant = this.#bibs.find(said.bib, pass.point);
    if (meant.kind !== 'one') return this.#leaveToControl(pass, said, nowMs);
    const held = said.kind === 'stopped' ? this.#whyHeld(pass, meant.runnerId, nowMs) : undefined;
    if (held !== undefined) return this.#leaveToControl(pass, said, nowMs, held);
    try {
      const report = reportOf(said, meant.runnerId, pass, nowMs);
      return await this.#report(pass, said, report, nowMs);
    } catch (error) {
      // The marshal cannot report it, for example for a runner with a typed time: somebody has to deal with it.
      const isTheirs = error instanceof UnreadableRecordError || error instanceof Refusal;
      if (!isTheirs || (error instanceof Refusal && error.status === 401)) throw error;
      return this.#leaveToControl(pass, said, nowMs, error.message);
    }
  }

  /** Why race control decides on a stop: what the mats have shown stands, and a minute has so many (RULES.md MA4). */
  #whyHeld(pass: MarshalPass, runnerId: RunnerId, nowMs: EpochMs): string | undefined {
    const { race } = this.#parts;
    const runner = race.findRunner(runnerId);
    const hasFinished = race.standings.find(runnerId)?.status === 'finished';
    // Of a typed time the report itself says what to do.
    if (hasFinished && runner?.overrideTime === '') return 'This runner has finished';
    const route = runner ? race.standings.courses.routeOf(runner.event) : [];
    const { lastPoints = [] } = race.missing.findLastSeen(runnerId) ?? {};
    const at = route.lastIndexOf(pass.point);
    if (lastPoints.length > 0 && lastPoints.every((point) => route.indexOf(point) > at)) {
      return 'A mat read this runner further on';
    }
    return this.#stops.isFull(nameMarshal(pass), nowMs)
      ? `More than ${MAX_STOPS_A_MINUTE} were said to have stopped within a minute`
      : undefined;
  }

  async #report(
    pass: MarshalPass,
    { bib }: SaidTap,
    report: Report,
    nowMs: EpochMs,
  ): Promise<Taken> {
    const { store, race } = this.#parts;
    const { reportId, runnerId, by } = report;
    const wanted: Wanted = { runnerId, withReports: 'counted' };
    let became: FoundTap['became'];
    const saved = await changeRunner(store.runners, wanted, by, async (found) => {
      const tap = await this.#find(pass, reportId);
      became = tap.became;
      if (became) return { reply: { result: 'Success', runnerId } };
      const runner = found.current?.runner;
      if (runner && !matchBib(bib)(foldBib(runner.bibNumber))) {
        throw new Refusal(409, 'This bib was given to another runner just then.');
      }
      // The record with the tap says whether it is there; their number may be a moment old.
      const reports = found.reports && { ...found.reports, ofRunner: race.reports.of(runnerId) };
      const decision = decideReport({ ...found, ...(reports && { reports }) }, report);
      if ('reply' in decision) return decision;
      return { write: { ...decision.write, beside: store.marshals.planTap(tap, 'reported', by) } };
    });
    if (saved.version !== undefined && report.kind === 'stopped') this.#stops.note(by, nowMs);
    return { outcome: became ?? 'reported', ...versionOf(saved) };
  }

  async #leaveToControl(
    pass: MarshalPass,
    said: SaidTap,
    nowMs: EpochMs,
    why?: string,
  ): Promise<Taken> {
    const { marshals } = this.#parts.store;
    const entry = sightingOf(said, pass, nowMs, why);
    const label = `${said.bib} ${said.kind} at ${codePoint(pass.point)}`;
    for (;;) {
      const found = await this.#find(pass, said.reportId);
      if (found.became) return { outcome: found.became };
      if (found.counts.sightings >= MAX_SIGHTINGS_OF_PASS || (await marshals.isControlFull())) {
        return refuse(`Race control has too much to decide already: ${BY_RADIO}.`);
      }
      const written = await marshals.putSighting(entry, label, found);
      if (!written.ok) continue;
      const { version } = written.value;
      return { outcome: 'to-check', ...(why !== undefined && { why }), version };
    }
  }

  /** A tap that no longer exists is taken back already (RULES.md MA6). */
  async #takeBack(pass: MarshalPass, of: string): Promise<Taken> {
    const { store } = this.#parts;
    const by = nameMarshal(pass);
    const { became, report, sighting } = await this.#find(pass, of);
    const said = report ?? sighting;
    if (!said) return { outcome: 'reported' };
    if (!isSaidBy(pass, said)) {
      const isDecided = report !== undefined && became === 'to-check';
      const why = isDecided ? 'Race control has decided on this already' : 'Another one said this';
      return refuse(`${why}: ${BY_RADIO}.`);
    }
    if (!report) {
      const version = await store.marshals.takeBackSighting(of, by);
      return { outcome: 'reported', ...(version !== undefined && { version }) };
    }
    try {
      const saved = await takeBackReport(store.runners, report.runnerId, of, by);
      return { outcome: 'reported', ...versionOf(saved) };
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return { outcome: 'reported' };
      if (!(error instanceof UnreadableRecordError)) throw error;
      return refuse(`What the record holds of this runner cannot be read: ${BY_RADIO}.`);
    }
  }

  /** The tap in the record; nothing is written with a pass that ended a moment ago. */
  async #find({ passId }: MarshalPass, reportId: string): Promise<FoundTap> {
    const found = await this.#parts.store.marshals.findTap(passId, reportId);
    if (!found) throw refuseUnknown();
    return found;
  }
}

/** Whether a tap that the record knows is of this marshal, by whichever pass of theirs, or decided on since. */
function isOwn(pass: MarshalPass, { saidBy, became, report }: FoundTap): boolean {
  if (became === undefined) return true;
  return saidBy === undefined ? report === undefined : saidBy === nameMarshal(pass);
}

/** How many stops each marshal reported in the last minute. */
class StopsOfMarshals {
  readonly #byName = new LRUCache<string, EpochMs[]>({ max: MAX_PASSES, ttl: MINUTE_MS });

  isFull(marshal: string, nowMs: EpochMs): boolean {
    return this.#latest(marshal, nowMs).length >= MAX_STOPS_A_MINUTE;
  }

  note(marshal: string, nowMs: EpochMs): void {
    this.#byName.set(marshal, [...this.#latest(marshal, nowMs), nowMs]);
  }

  #latest(marshal: string, nowMs: EpochMs): EpochMs[] {
    return (this.#byName.get(marshal) ?? []).filter((atMs) => atMs > nowMs - MINUTE_MS);
  }
}

function versionOf({ version }: Saved): Pick<Saved, 'version'> {
  return version === undefined ? {} : { version };
}

function refuse(why: string): Taken {
  return { outcome: 'refused', why };
}

/** The holder of a read bib: one runner, or why it is not one. */
type FoundBib =
  | { readonly kind: 'one'; readonly runnerId: RunnerId }
  | { readonly kind: 'none' | 'several' };

/** Finds the runner that a marshal means (RULES.md MA3). */
export class BibFinder {
  readonly #race: Pick<LiveRace, 'listRunners' | 'standings'>;
  /** Folding the bibs of 32,000 takes longer than all the rest. */
  readonly #folded = new WeakMap<Runner, string>();

  constructor(race: Pick<LiveRace, 'listRunners' | 'standings'>) {
    this.#race = race;
  }

  find(read: string, point: TimePoint): FoundBib {
    const fits = matchBib(read);
    const { courses } = this.#race.standings;
    const [here, elsewhere]: [Runner[], Runner[]] = [[], []];
    for (const runner of this.#race.listRunners()) {
      if (!fits(this.#fold(runner))) continue;
      (courses.pointsOf(runner.event).has(point) ? here : elsewhere).push(runner);
      if (here.length > 1) break;
    }
    const [one, other] = here.length > 0 ? here : elsewhere;
    if (!one) return { kind: 'none' };
    return other ? { kind: 'several' } : { kind: 'one', runnerId: one.runnerId };
  }

  #fold(runner: Runner): string {
    const known = this.#folded.get(runner);
    if (known !== undefined) return known;
    const folded = foldBib(runner.bibNumber);
    this.#folded.set(runner, folded);
    return folded;
  }
}
