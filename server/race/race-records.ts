import type { ControlEntry, Correction, Dismissal, Report } from '#shared/model/decisions.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventTotals } from '#shared/model/result.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import {
  findHandRunner,
  handBandOf,
  handReadOf,
  handScanId,
} from '#shared/scoring/replaced-reads.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import { CorrectedScans } from './corrected-scans.ts';
import { Entries } from './entries.ts';
import { MissingList } from './missing-list.ts';

/** The records of a race; see `store/race-record.ts`. */
export interface RaceContent {
  readonly config: RaceConfig;
  readonly runners: Iterable<Runner>;
  readonly scans: Iterable<Scan>;
  /** The wristband of each chip, by its code (RULES.md SC1). */
  readonly chips?: Iterable<readonly [code: string, bandId: BandId]>;
  readonly dismissals?: Iterable<Dismissal>;
  readonly corrections?: Iterable<Correction>;
  readonly reports?: Iterable<Report>;
  readonly control?: Iterable<ControlEntry>;
}

/** Records loaded between two yields: a few milliseconds. */
export const RECORDS_A_STEP = 1_000;

/** The runners touched by a change. */
interface Touched {
  /** Runners whose result may change. */
  readonly scored: ReadonlySet<RunnerId>;
  /** Runners entered, edited, deleted or reported on. */
  readonly edited: ReadonlySet<RunnerId>;
  /** Runners who became private and may have been public before. */
  readonly hidden: ReadonlySet<RunnerId>;
}

/** The records of a race in memory. */
export class RaceRecords {
  readonly missing: MissingList;
  readonly reports = new Reports();
  #config: RaceConfig;
  readonly #entries: Entries;
  readonly #scans = new CorrectedScans();

  /** An empty race with this setup. */
  constructor(config: RaceConfig) {
    this.#config = config;
    this.#entries = new Entries(coursesOf(config));
    this.missing = new MissingList((bandId) => this.#scans.of(bandId));
  }

  get config(): RaceConfig {
    return this.#config;
  }

  get runnerCount(): number {
    return this.#entries.count;
  }

  get scanCount(): number {
    return this.#scans.count;
  }

  get totals(): EventTotals {
    return this.#entries.totals;
  }

  /** The original reads, and the organisers' corrections. */
  get reads(): Pick<
    CorrectedScans,
    'listAsRead' | 'of' | 'findCorrected' | 'corrections' | 'chips'
  > {
    return this.#scans;
  }

  findHolder(bandId: BandId): Runner | undefined {
    return this.#entries.findHolder(bandId);
  }

  findRunner(runnerId: RunnerId): Runner | undefined {
    return this.#entries.find(runnerId);
  }

  /** The runner as stored: with the category of the entry, not that of race day. */
  findEntry(runnerId: RunnerId): Runner | undefined {
    return this.#entries.findSaved(runnerId);
  }

  listRunners(): Iterable<Runner> {
    return this.#entries.list();
  }

  /** Whether a mat or a person saw the runner, even in a read that does not count (RULES.md RC3). */
  isSeen(runner: Runner): boolean {
    const isRead = bandsOf(runner).some((bandId) => this.#scans.has(bandId));
    return isRead || this.reports.placesOnCourse(runner.runnerId);
  }

  /** The scans of all wristbands of a runner, and their times by hand, in any order. */
  scansOf(runner: Runner): readonly Scan[] {
    const bands = [...bandsOf(runner), handBandOf(runner.runnerId)];
    return bands.flatMap((bandId) => Array.from(this.#scans.of(bandId)));
  }

  /** Loads a whole record into an empty race that was built for its settings; yields between records. */
  protected *takeWhole(content: Omit<RaceContent, 'config'>): Generator<void, void> {
    const { runners, scans, chips = [], dismissals = [], corrections = [] } = content;
    const { reports = [], control = [] } = content;
    for (const dismissal of dismissals) this.missing.putDismissal(dismissal);
    for (const report of reports) this.#putReport(report);
    for (const entry of control) this.missing.putControl(entry);
    this.#scans.putChips(Object.fromEntries(chips));
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
  }

  /** Applies the operations of one change that keeps the setup (RULES.md RD1). */
  protected take(ops: readonly ChangeOp[]): Touched {
    const scored = new Set<RunnerId>();
    const edited = new Set<RunnerId>();
    const hidden = new Set<RunnerId>();
    const touchHolder = (bandId: BandId | undefined): void => {
      const holder = bandId && this.#entries.findHolder(bandId);
      if (holder) scored.add(holder.runnerId);
    };
    const touchBand = (bandId: BandId | undefined): void => {
      if (bandId) this.#noteHolder(bandId);
      touchHolder(bandId);
    };
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
        case 'put-runner': {
          const { runnerId, isPrivate } = op.runner;
          const before = this.findRunner(runnerId);
          for (const bandId of bandsOf(op.runner)) touchHolder(bandId);
          if (isPrivate && before && !before.isPrivate) hidden.add(runnerId);
          this.#leave(runnerId);
          this.#enter(op.runner);
          scored.add(runnerId);
          edited.add(runnerId);
          break;
        }
        case 'delete-runner':
          this.#leave(op.runnerId);
          scored.add(op.runnerId);
          edited.add(op.runnerId);
          break;
        case 'put-config':
          this.#config = op.config;
          for (const { runnerId } of this.#entries.list()) scored.add(runnerId);
          for (const runnerId of this.#entries.updateAgeGroups(this.#config)) edited.add(runnerId);
          break;
        case 'put-chips':
          for (const bandId of this.#scans.putChips(op.chips)) touchBand(bandId);
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
        case 'readers':
        case 'put-asset':
        case 'reload':
          break;
        default:
          op satisfies never;
      }
    }
    return { scored, edited, hidden };
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

  /** Returns the band of the scan, undefined for a known or void one. */
  #addScan(scan: Scan): BandId | undefined {
    const bandId = this.#scans.add(scan);
    if (bandId) this.#noteHolder(bandId);
    return bandId;
  }

  /** A report of a time by hand is also a read (RULES.md HT1); returns the band of that read. */
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

const NONE: readonly Report[] = [];

/** The reports of each runner (RULES.md RC1), even of a deleted one, whose deletion may be undone. */
class Reports {
  readonly #byRunner = new Map<RunnerId, Map<string, Report>>();
  readonly #byId = new Map<string, Report>();

  get all(): ReadonlyMap<string, Report> {
    return this.#byId;
  }

  of(runnerId: RunnerId): readonly Report[] {
    const ofRunner = this.#byRunner.get(runnerId);
    return ofRunner ? [...ofRunner.values()] : NONE;
  }

  placesOnCourse(runnerId: RunnerId): boolean {
    return this.of(runnerId).some(({ kind }) => kind === 'seen' || kind === 'stopped');
  }

  put(report: Report): void {
    const { runnerId, reportId } = report;
    const ofRunner = this.#byRunner.get(runnerId) ?? new Map<string, Report>();
    this.#byRunner.set(runnerId, ofRunner.set(reportId, report));
    this.#byId.set(reportId, report);
  }

  delete(runnerId: RunnerId, reportId: string): void {
    const ofRunner = this.#byRunner.get(runnerId);
    ofRunner?.delete(reportId);
    this.#byId.delete(reportId);
    if (ofRunner?.size === 0) this.#byRunner.delete(runnerId);
  }
}
