import { EventEmitter } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import {
  DEFAULT_PICTURES,
  type PictureVersions,
  type RaceConfig,
} from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { RunnersDelta } from '#shared/wire/runners-api.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';
import { findCorrection, type PublicCorrection } from '#shared/news/corrections.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { findReason } from './public-corrections.ts';
import type { ScoredRunner } from './present-runner.ts';
import type { RaceContent } from './race-records.ts';
import { RaceState } from './race-state.ts';
import { RecentChanges } from './results-delta.ts';
import { yieldToOthers } from './yield-queue.ts';

interface LoadedRace extends RaceContent {
  readonly edits?: number;
  readonly pictures?: PictureVersions;
}

interface LiveRaceEvents {
  /** The head moved, so results, totals or settings may have changed. */
  advanced: [];
  /** Nothing prepared before may be shown: a runner became private (PROTOCOL.md PV3), or everything was replaced. */
  outdated: [];
  /** The settings, the pictures or the mass starts changed. */
  config: [];
  notices: [];
  /** An account changed or a session ended. */
  accounts: [];
  /** A reader was added, changed or removed. */
  readers: [];
  /** Everything was replaced: no delta leads here from earlier heads. */
  reloaded: [];
  /** Published results were corrected (RULES.md PC1); emitted before `advanced`. */
  corrected: [PublicCorrection];
  /** A scan was added; emitted before `advanced`. */
  scanned: [arrivedMs: EpochMs];
}

/** The race in this instance: its head, its contents, and the recent changes. Fed by the follower, read by HTTP and sockets. */
export class LiveRace extends EventEmitter<LiveRaceEvents> {
  #state = new RaceState();
  readonly #recent = new RecentChanges();
  #head: Head = { epoch: '', version: 0 };
  #edits = 0;
  #runnersVersion = 0;
  #pictures = DEFAULT_PICTURES;
  #isLoaded = false;
  #notices: readonly Notice[] = [];
  #pastRaces = 0;
  #isCorrected = false;

  constructor() {
    super();
    // Each request that waits for its change adds a listener.
    this.setMaxListeners(0);
  }

  /** False until the record was read for the first time. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get head(): Head {
    return this.#head;
  }

  /** The version of the last change that was more than reads. */
  get edits(): number {
    return this.#edits;
  }

  /** The version of the last change of an entry. */
  get runnersVersion(): number {
    return this.#runnersVersion;
  }

  get config(): RaceConfig {
    return this.#state.config;
  }

  get massStarts(): RaceState['massStarts'] {
    return this.#state.massStarts;
  }

  get pictures(): PictureVersions {
    return this.#pictures;
  }

  get notices(): readonly Notice[] {
    return this.#notices;
  }

  get pastRaces(): number {
    return this.#pastRaces;
  }

  get isCorrected(): boolean {
    return this.#isCorrected;
  }

  get missing(): RaceState['missing'] {
    return this.#state.missing;
  }

  get reports(): RaceState['reports'] {
    return this.#state.reports;
  }

  get toCheck(): RaceState['toCheck'] {
    return this.#state.toCheck;
  }

  get standings(): RaceState['standings'] {
    return this.#state.standings;
  }

  get runnerCount(): number {
    return this.#state.runnerCount;
  }

  get timedByHand(): ReadonlyMap<string, readonly TimePoint[]> {
    return this.#state.timedByHand;
  }

  get scanCount(): number {
    return this.#state.scanCount;
  }

  findRunner(runnerId: RunnerId): Runner | undefined {
    return this.#state.findRunner(runnerId);
  }

  /** The runner as stored, on which changes are decided. */
  findEntry(runnerId: RunnerId): Runner | undefined {
    return this.#state.findEntry(runnerId);
  }

  isSeen(runner: Runner): boolean {
    return this.#state.isSeen(runner);
  }

  findScored(runnerId: RunnerId): ScoredRunner | undefined {
    return this.#state.findScored(runnerId);
  }

  get reads(): RaceState['reads'] {
    return this.#state.reads;
  }

  findHolder(bandId: BandId): Runner | undefined {
    return this.#state.findHolder(bandId);
  }

  listRunners(): Iterable<Runner> {
    return this.#state.listRunners();
  }

  /** Replaces the race with a newly read record. */
  load(head: Head, content: LoadedRace): void {
    this.#show(RaceState.of(content), head, content);
  }

  /** Does the same in steps; the old race is shown until the end. */
  async loadInTurns(head: Head, content: LoadedRace): Promise<void> {
    const state = new RaceState(content.config);
    for (const _ of state.fill(content)) await yieldToOthers();
    this.#show(state, head, content);
  }

  #show(
    state: RaceState,
    head: Head,
    { pictures = DEFAULT_PICTURES, edits = 0 }: LoadedRace,
  ): void {
    this.#state = state;
    this.#edits = edits;
    this.#pictures = pictures;
    this.#head = head;
    this.#runnersVersion = head.version;
    this.#recent.restart(head.version);
    this.#isLoaded = true;
    this.emit('outdated');
    this.emit('reloaded');
  }

  /** Applies the change after the present head. */
  apply(change: Change): void {
    const reason = findReason(change.ops, this.#state);
    // Rows are replaced and never changed.
    const rows = reason && this.#state.standings.listAll();
    const effect = this.#state.apply(change.ops);
    const pictures = change.ops.flatMap((op) => (op.op === 'put-asset' ? [op] : []));
    for (const { name, version } of pictures)
      this.#pictures = { ...this.#pictures, [name]: version };
    this.#head = { epoch: this.#head.epoch, version: change.version };
    if (change.ops.length === 0 || change.ops.some(({ op }) => op !== 'add-scan')) {
      this.#edits = change.version;
    }
    if (effect.runners.length > 0) this.#runnersVersion = change.version;
    this.#recent.record(change.version, effect);
    if (reason && rows && effect.results.length > 0) {
      const { standings } = this.#state;
      const touched = new Set<string>(effect.results.map(({ runnerId }) => runnerId));
      const was = rows.filter(({ runnerId }) => touched.has(runnerId));
      const found = findCorrection(reason, was, standings, () => {
        const before = new Standings(standings.courses);
        before.replaceAll(rows, standings.totals);
        return before;
      });
      const id = `${change.version}:${change.epoch}`;
      if (found) this.emit('corrected', { ...found, id, atMs: Date.now() });
    }
    for (const op of change.ops) {
      const { arrivedMs }: Partial<StoredScan> = op.op === 'add-scan' ? op.scan : {};
      if (arrivedMs !== undefined) this.emit('scanned', arrivedMs);
    }
    if (effect.hidden.length > 0) this.emit('outdated');
    this.emit('advanced');
    if (effect.isConfigChanged || pictures.length > 0) this.emit('config');
    for (const event of ['accounts', 'readers'] as const) {
      if (change.ops.some(({ op }) => op === event)) this.emit(event);
    }
  }

  setNotices(notices: readonly Notice[]): void {
    if (isDeepStrictEqual(notices, this.#notices)) return;
    this.#notices = notices;
    this.emit('notices');
  }

  /** Pages get the number of past races with the settings. */
  setPastRaces(count: number): void {
    if (count === this.#pastRaces) return;
    this.#pastRaces = count;
    if (this.#isLoaded) this.emit('config');
  }

  setCorrected(isCorrected: boolean): void {
    if (isCorrected === this.#isCorrected) return;
    this.#isCorrected = isCorrected;
    if (this.#isLoaded) this.emit('config');
  }

  /** The delta of the public list since `from`; undefined if the viewer must load everything. */
  findDelta(from: Head): ResultsDelta | undefined {
    return this.#recent.findDelta(from, this);
  }

  /** The delta of the organisers' list of runners. */
  findRunnersDelta(from: Head): RunnersDelta | undefined {
    return this.#recent.findRunnersDelta(from, this);
  }
}
