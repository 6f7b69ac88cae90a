import { USUAL_COURSES, coursesOf } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultPatch, ResultsDelta } from '#shared/wire/socket-events.ts';
import type { Snapshot } from './wire-guards.ts';

export const GLOW_MS = 4_000;

/** A new object after each change of a row. */
export interface RowChange {
  readonly atMs: EpochMs;
}

/**
 * The outcome of a delta:
 * - `applied`: it continues from the copy's version, or overlaps (values are absolute);
 * - `old`: it has nothing new;
 * - `gap`: changes before it are missing, so the page resumes;
 * - `reload`: only a whole snapshot helps: the epoch is another, or a runner unknown.
 */
export type DeltaOutcome = 'applied' | 'old' | 'gap' | 'reload';

/** The page's copy of the results: a snapshot, and the deltas since. It never goes back in time. */
export class RaceReplica {
  #standings: Standings;
  /** The changes of the last seconds that were pushed, by runner. */
  readonly changes = new Map<string, RowChange>();
  #hidden: ReadonlyMap<string, number> = new Map();
  #head: Head | undefined;
  /** Of the last snapshot. */
  #made = { madeMs: 0, setup: '' };

  constructor(standings = new Standings(USUAL_COURSES)) {
    this.#standings = standings;
  }

  /** A new object after each snapshot; deltas change it in place. */
  get standings(): Standings {
    return this.#standings;
  }

  /** The version at which each runner became private since the page was opened; a new object after each change. */
  get hidden(): ReadonlyMap<string, number> {
    return this.#hidden;
  }

  /** The head of the copy; undefined before the first snapshot. */
  get head(): Head | undefined {
    return this.#head;
  }

  /**
   * Replaces the copy, unless the snapshot is no newer: another instance or a cache may lag behind. Of two epochs the later
   * one is that which the server named last (`servedEpoch`), else that of the later snapshot. Returns false, with
   * nothing changed, for one that is not.
   */
  load(snapshot: Snapshot, servedEpoch?: string): boolean {
    const { epoch, version, madeMs, setup } = snapshot;
    const before = this.#head;
    if (before?.epoch === epoch && version <= before.version) return false;
    if (before && before.epoch !== epoch) {
      const isLater =
        servedEpoch === undefined ? madeMs > this.#made.madeMs : epoch === servedEpoch;
      if (!isLater) return false;
      this.forget();
    }
    this.#standings = new Standings(coursesOf(snapshot));
    this.#standings.replaceAll(snapshot.results, snapshot.totals);
    this.#head = { epoch, version };
    this.#made = { madeMs, setup };
    return true;
  }

  #note(changed: readonly { readonly runnerId: string }[], atMs: EpochMs): void {
    for (const [runnerId, change] of this.changes) {
      if (atMs - change.atMs > GLOW_MS) this.changes.delete(runnerId);
    }
    for (const { runnerId } of changed) this.changes.set(runnerId, { atMs });
  }

  /** The copy as a snapshot; undefined before the first one. */
  takeSnapshot(): Snapshot | undefined {
    const { standings } = this;
    const { totals } = standings;
    return this.#head && { ...this.#head, ...this.#made, totals, results: standings.listAll() };
  }

  /** Empties the copy: it belongs to another race. */
  forget(): void {
    this.#standings = new Standings(USUAL_COURSES);
    this.changes.clear();
    this.#hidden = new Map();
    this.#head = undefined;
    this.#made = { madeMs: 0, setup: '' };
  }

  /** Applies a delta that continues from the copy's version, whole or not at all. */
  apply(delta: ResultsDelta, nowMs: EpochMs): DeltaOutcome {
    const { epoch, version, from, upsert, remove, totals, hidden } = delta;
    if (epoch !== this.#head?.epoch) return 'reload';
    if (version <= this.#head.version) return 'old';
    if (from > this.#head.version) return 'gap';
    const rows: UnrankedResult[] = [];
    for (const patch of upsert) {
      const before = this.standings.find(patch.runnerId);
      if (before) rows.push({ ...before, ...patch });
      else if (isWhole(patch)) rows.push(patch);
      // Only a whole snapshot has an unknown runner's name.
      else return 'reload';
    }
    for (const runnerId of remove) this.standings.remove(runnerId);
    for (const row of rows) this.standings.put(row);
    this.standings.setTotals(totals);
    this.#note(rows, nowMs);
    if (hidden)
      this.#hidden = new Map([...this.#hidden, ...hidden.map((id) => [id, version] as const)]);
    this.#head = { epoch, version };
    return 'applied';
  }
}

function isWhole(patch: ResultPatch): patch is UnrankedResult {
  return patch.events !== undefined && patch.splitsMs !== undefined && patch.status !== undefined;
}
