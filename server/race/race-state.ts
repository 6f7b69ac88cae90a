import type { ControlEntry } from '#shared/model/control-entry.ts';
import type { Correction } from '#shared/model/correction.ts';
import type { Dismissal } from '#shared/model/dismissal.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { DEFAULT_CONFIG, overlaySettings, type RaceConfig } from '#shared/model/race-config.ts';
import type { Report } from '#shared/model/report.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { findHandRunner, handBandOf, handReadOf, handScanId } from '#shared/scoring/hand-times.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type LatePassing, listLatePassings } from '#shared/scoring/cut-offs.ts';
import { hasAnyGun } from '#shared/scoring/start-phase.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { isAtMat, StartLine } from '#shared/scoring/start-line.ts';
import { type ScoringRules, scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { CheckedRunner } from '#shared/checks/runner-reads.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { type Steps, finish } from '#shared/scoring/steps.ts';
import { hashInSteps, ListHash } from '#shared/wire/list-hash.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import type { ToCheck } from '#shared/wire/missing-api.ts';
import { CheckList } from './check-list.ts';
import { CorrectedScans } from './corrected-scans.ts';
import { Entries } from './entries.ts';
import { MissingList } from './missing-list.ts';
import type { ScoredRunner } from './present-scans.ts';
import { Reports } from './reports.ts';
import { standingOf } from './runner-standing.ts';
import { StartReads } from './start-reads.ts';
import { type ResultChange, compareResults } from './results-delta.ts';

/** Everything that is kept of a race; see `store/race-record.ts`. */
export interface RaceContent {
  readonly config: RaceConfig;
  readonly runners: Iterable<Runner>;
  readonly scans: Iterable<Scan>;
  readonly dismissals?: Iterable<Dismissal>;
  readonly corrections?: Iterable<Correction>;
  readonly reports?: Iterable<Report>;
  readonly control?: Iterable<ControlEntry>;
}

/** Records taken over before others have a turn: a few milliseconds. */
const RECORDS_A_STEP = 1_000;

/** What applying a change did to what is shown. */
export interface Effect {
  readonly results: readonly ResultChange[];
  /** The runners that were entered, edited or deleted, or of whom something was reported. */
  readonly runners: readonly RunnerId[];
  /** Whether the settings changed, or the events that went by the gun alone. */
  readonly isConfigChanged: boolean;
  /** Whether the number of those who take part in some event changed. */
  readonly isTotalsChanged: boolean;
  /** Who became private whom the public may have seen with a name. */
  readonly hidden: readonly RunnerId[];
}

/**
 * The race in memory: runners, scans and settings, scored and ranked. A pure
 * function of the record, kept up to date a change at a time; a scan costs the
 * scoring of one runner and a step in the standings.
 */
export class RaceState {
  readonly standings: Standings;
  #listHash = new ListHash();
  readonly missing: MissingList;
  readonly reports = new Reports();
  /** The points at which a time by hand counts, of whom it does anywhere (RULES.md HT3). */
  readonly timedByHand = new Map<string, readonly TimePoint[]>();
  #config: RaceConfig;
  #rules: ScoringRules;
  readonly #entries: Entries;
  readonly #scans = new CorrectedScans();
  readonly #startLine = new StartLine();
  readonly #startReads = new StartReads();
  /** Of those who were anywhere late (RULES.md CU3). */
  readonly #late = new Map<RunnerId, readonly LatePassing[]>();
  readonly #checkList: CheckList;

  /** Of a race with this setup and no records as yet; `before` is the list of the missing whose place this one takes. */
  constructor(config: RaceConfig = DEFAULT_CONFIG, before?: MissingList) {
    const courses = coursesOf(config);
    this.#config = config;
    this.#rules = scoringRulesOf(config);
    this.standings = new Standings(courses);
    this.#entries = new Entries(courses);
    this.#checkList = new CheckList(
      (runnerId) => {
        const runner = this.#entries.find(runnerId);
        if (!runner) return undefined;
        return {
          runner,
          result: this.standings.find(runnerId),
          scans: this.#scansOf(runner),
          isStartRead: this.#startReads.isRead(runnerId),
          gunMs: this.#rules.gunOf(runner),
          late: this.#late.get(runnerId) ?? [],
        };
      },
      ({ runner: a }, { runner: b }) =>
        a.bandId === undefined || b.bandId === undefined
          ? undefined
          : [this.#checkWearing(a, b.bandId), this.#checkWearing(b, a.bandId)],
      courses,
    );
    this.missing = new MissingList((bandId) => this.#scans.of(bandId), before);
  }

  /** The race of a whole record; see {@link fill} for one that is large. */
  static of(content: RaceContent, before?: MissingList): RaceState {
    const state = new RaceState(content.config, before);
    finish(state.fill(content));
    return state;
  }

  get config(): RaceConfig {
    return this.#config;
  }

  /** The events with runners of which somebody has a gun and nobody was read at the start (RULES.md ST11). */
  get massStarts(): readonly EventCode[] {
    const { totals } = this.#entries;
    return this.standings.courses.events.filter(
      (event) =>
        hasAnyGun(event, this.#rules) && (totals[event] ?? 0) > 0 && !this.#startReads.has(event),
    );
  }

  /** Whom to look at, and why (RULES.md MS7); the same object as long as it says the same. */
  get toCheck(): ToCheck {
    return this.#checkList.read();
  }

  /** Of the rows of {@link standings} (PROTOCOL.md PR37). */
  get listHash(): string {
    return this.#listHash.text;
  }

  get runnerCount(): number {
    return this.#entries.count;
  }

  get scanCount(): number {
    return this.#scans.count;
  }

  /** The reads as they came, and what organisers decided about them. */
  get reads(): Pick<CorrectedScans, 'listAsRead' | 'findCorrected' | 'corrections'> {
    return this.#scans;
  }

  /** Who holds a wristband number. */
  findHolder(bandId: BandId): Runner | undefined {
    return this.#entries.findHolder(bandId);
  }

  findRunner(runnerId: RunnerId): Runner | undefined {
    return this.#entries.find(runnerId);
  }

  /** A runner with their scans and what these come to. */
  findScored(runnerId: RunnerId): ScoredRunner | undefined {
    const runner = this.#entries.find(runnerId);
    return runner && this.#score(runner);
  }

  /** Whether a mat or somebody saw the runner, whatever became of it (RULES.md RC3). */
  isSeen(runner: Runner): boolean {
    const isRead = bandsOf(runner).some((bandId) => this.#scans.has(bandId));
    return isRead || this.reports.placesOnCourse(runner.runnerId);
  }

  listRunners(): Iterable<Runner> {
    return this.#entries.list();
  }

  /** Takes over the rest of a whole record, into a race that was built for its settings and is empty as yet; others can have a turn after each step. */
  *fill(content: Omit<RaceContent, 'config'>): Steps<void> {
    const { runners, scans, dismissals = [], corrections = [] } = content;
    const { reports = [], control = [] } = content;
    for (const dismissal of dismissals) this.missing.putDismissal(dismissal);
    for (const report of reports) this.#putReport(report);
    for (const entry of control) this.missing.putControl(entry);
    let count = 0;
    for (const runner of runners) {
      this.#enter(runner);
      if (++count % RECORDS_A_STEP === 0) yield;
    }
    for (const correction of corrections) {
      for (const bandId of this.#scans.putCorrection(correction)) this.#noteHolder(bandId);
    }
    for (const scan of scans) {
      this.#addScan(scan);
      if (++count % RECORDS_A_STEP === 0) yield;
    }
    const results = new Map<RunnerId, UnrankedResult>();
    const score = (runner: Runner): void => {
      const { score: its } = this.#scoreAndNote(runner);
      if (its.listed)
        results.set(runner.runnerId, presentUnrankedResult(runner, its, this.#rules.courses));
    };
    for (const runner of this.#entries.list()) {
      score(runner);
      if (++count % RECORDS_A_STEP === 0) yield;
    }
    for (const runner of this.#listMoved()) {
      score(runner);
      if (++count % RECORDS_A_STEP === 0) yield;
    }
    this.standings.replaceAll([...results.values()], this.#entries.totals);
    this.#listHash = yield* hashInSteps(results.values());
    this.missing.setMassStarts(this.massStarts);
  }

  /** Applies the operations of one change, which leaves the setup of the race as it is (RULES.md RD1). Applying them again changes nothing. */
  apply(ops: readonly ChangeOp[]): Effect {
    const touched = new Set<RunnerId>();
    const edited = new Set<RunnerId>();
    const touchHolder = (bandId: BandId | undefined): void => {
      const holder = bandId && this.#entries.findHolder(bandId);
      if (holder) touched.add(holder.runnerId);
    };
    const touchBand = (bandId: BandId | undefined): void => {
      if (bandId) this.#noteHolder(bandId);
      touchHolder(bandId);
    };
    const totalsBefore = this.#entries.totals;
    const configBefore = this.#config;
    const massStartsBefore = this.massStarts.join();
    const hidden = new Set<RunnerId>();
    for (const op of ops) {
      switch (op.op) {
        case 'add-scan':
          touchHolder(this.#addScan(op.scan));
          break;
        case 'put-correction':
          for (const bandId of this.#scans.putCorrection(op.correction)) touchBand(bandId);
          break;
        case 'delete-correction':
          for (const bandId of this.#scans.deleteCorrection(op.correctionId)) touchBand(bandId);
          break;
        case 'put-runner':
          for (const bandId of bandsOf(op.runner)) touchHolder(bandId);
          if (op.runner.isPrivate === true && this.#isNamed(op.runner.runnerId)) {
            hidden.add(op.runner.runnerId);
          }
          this.#leave(op.runner.runnerId);
          this.#enter(op.runner);
          touched.add(op.runner.runnerId);
          edited.add(op.runner.runnerId);
          break;
        case 'delete-runner':
          this.#leave(op.runnerId);
          touched.add(op.runnerId);
          edited.add(op.runnerId);
          break;
        case 'put-config':
          this.#config = overlaySettings(this.#config, op.config);
          this.#rules = scoringRulesOf(this.#config);
          for (const { runnerId } of this.#entries.list()) touched.add(runnerId);
          for (const runnerId of this.#entries.settleAgeGroups(this.#config)) edited.add(runnerId);
          break;
        case 'put-dismissal':
          this.missing.putDismissal(op.dismissal);
          break;
        case 'delete-dismissal':
          this.missing.deleteDismissal(op.bandId);
          break;
        case 'put-report':
          touchHolder(this.#putReport(op.report));
          edited.add(op.report.runnerId);
          break;
        case 'delete-report':
          this.reports.delete(op.runnerId, op.reportId);
          touchBand(this.#scans.remove(handScanId(op.reportId), handBandOf(op.runnerId)));
          edited.add(op.runnerId);
          break;
        case 'put-control':
          this.missing.putControl(op.entry);
          break;
        case 'delete-control':
          this.missing.deleteControl(op);
          break;
        case 'accounts':
        case 'put-asset':
        case 'reload':
          break;
        default:
          op satisfies never;
      }
    }
    const results = [...touched].flatMap((runnerId) => this.#rescore(runnerId));
    for (const { runnerId } of this.#listMoved()) results.push(...this.#rescore(runnerId));
    const { totals } = this.#entries;
    const { events } = this.standings.courses;
    const isTotalsChanged = events.some((event) => totalsBefore[event] !== totals[event]);
    if (isTotalsChanged) this.standings.setTotals(totals);
    this.missing.setMassStarts(this.massStarts);
    return {
      results,
      runners: [...edited],
      isConfigChanged: this.#config !== configBefore || this.massStarts.join() !== massStartsBefore,
      isTotalsChanged,
      hidden: [...hidden],
    };
  }

  #isNamed(runnerId: RunnerId): boolean {
    const runner = this.#entries.find(runnerId);
    return runner !== undefined && runner.isPrivate !== true;
  }

  #rescore(runnerId: RunnerId): ResultChange[] {
    const runner = this.#entries.find(runnerId);
    const before = this.standings.find(runnerId);
    const score = runner && this.#scoreAndNote(runner).score;
    if (!runner) {
      this.missing.setRunner(runnerId, undefined);
      this.#startLine.put(runnerId, undefined);
      this.#startReads.put(runnerId);
      this.#checkList.outdate(runnerId);
      this.timedByHand.delete(runnerId);
      this.#late.delete(runnerId);
    }
    const after =
      runner && score?.listed
        ? presentUnrankedResult(runner, score, this.#rules.courses)
        : undefined;
    const change = compareResults(runnerId, before, after);
    if (!change) return [];
    this.#listHash.replace(before, after);
    if (after) this.standings.put(after);
    else this.standings.remove(runnerId);
    return [change];
  }

  #scoreAndNote(runner: Runner): ScoredRunner {
    const scored = this.#score(runner);
    const { score, scans } = scored;
    this.#startLine.put(runner.runnerId, score.crossing);
    this.#startReads.put(runner.runnerId, score.crossing && runner.event, isAtMat(score.crossing));
    this.#checkList.outdate(runner.runnerId);
    const late = listLatePassings(runner, score.counted, this.#rules);
    if (late.length > 0) this.#late.set(runner.runnerId, late);
    else this.#late.delete(runner.runnerId);
    const byHand = Array.from(score.counted).filter(([, { isByHand }]) => isByHand);
    if (byHand.length === 0) this.timedByHand.delete(runner.runnerId);
    else
      this.timedByHand.set(
        runner.runnerId,
        byHand.map(([point]) => point),
      );
    this.missing.setRunner(
      runner.runnerId,
      standingOf(runner, scans, score, this.standings.courses),
    );
    return scored;
  }

  #scansOf(runner: Runner): readonly Scan[] {
    const bands = [...bandsOf(runner), handBandOf(runner.runnerId)];
    return bands.flatMap((bandId) => Array.from(this.#scans.of(bandId)));
  }

  /** What a runner would be to check with another band. */
  #checkWearing(runner: Runner, bandId: BandId): CheckedRunner {
    const { score, ...scored } = this.#score({ ...runner, bandId });
    return {
      ...scored,
      result: score.listed
        ? presentUnrankedResult(scored.runner, score, this.#rules.courses)
        : undefined,
      isStartRead: score.crossing !== undefined,
      gunMs: this.#rules.gunOf(runner),
    };
  }

  #score(runner: Runner): ScoredRunner {
    const scans = this.#scansOf(runner);
    const rules = this.#rules;
    const { gaps } = this.#startLine;
    return { runner, scans, rules, gaps, score: scoreRunner(runner, scans, rules, gaps) };
  }

  /** Whose start is another since others were read at the mats of their line. */
  #listMoved(): Runner[] {
    return Array.from(
      this.#startLine.settle(),
      (id) => this.#entries.find(id as RunnerId) ?? [],
    ).flat();
  }

  #enter(runner: Runner): void {
    this.#entries.enter(runner, this.#config);
    for (const bandId of bandsOf(runner)) this.missing.noteAssigned(bandId);
  }

  #leave(runnerId: RunnerId): void {
    for (const bandId of this.#entries.leave(runnerId)) {
      if (this.#scans.has(bandId)) this.missing.noteUnassigned(bandId);
    }
  }

  /** Returns the band that it is of, as far as it is not known and counts. */
  #addScan(scan: Scan): BandId | undefined {
    const bandId = this.#scans.add(scan);
    if (bandId) this.#noteHolder(bandId);
    return bandId;
  }

  /** A report that is a time by hand is a read as well (RULES.md HT1); returns the band that it is of. */
  #putReport(report: Report): BandId | undefined {
    this.reports.put(report);
    const read = handReadOf(report);
    return read && this.#addScan(read);
  }

  #noteHolder(bandId: BandId): void {
    const isBand = findHandRunner(bandId) === undefined;
    if (isBand && !this.#entries.findHolder(bandId)) this.missing.noteUnassigned(bandId);
  }
}
