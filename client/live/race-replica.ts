import { USUAL_COURSES, coursesOf } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultPatch, ResultsDelta } from '#shared/wire/socket-events.ts';
import type { Snapshot } from './wire-guards.ts';

export const GLOW_MS = 4_000;

/** Another object after each change of a row. */
export interface RowChange {
  readonly atMs: EpochMs;
}

/** `gap`: changes before the delta are missing. `reload`: only a whole snapshot helps. */
export type DeltaOutcome = 'applied' | 'old' | 'gap' | 'reload';

/** The page's copy of the results: a snapshot, and the deltas since. It never goes back in time. */
export class RaceReplica {
  #standings: Standings;
  /** The changes of the last seconds, by runner. */
  readonly changes = new Map<string, RowChange>();
  #hidden: ReadonlyMap<string, number> = new Map();
  #head: Head | undefined;
  #madeMs: EpochMs = 0;
  #setup = '';

  constructor(standings = new Standings(USUAL_COURSES)) {
    this.#standings = standings;
  }

  /** Another object after each snapshot; deltas change it in place. */
  get standings(): Standings {
    return this.#standings;
  }

  /**
   * The runners who became private since the page was opened, each with the version; another object after each change.
   */
  get hidden(): ReadonlyMap<string, number> {
    return this.#hidden;
  }

  /** The head of the copy; undefined before the first snapshot. */
  get head(): Head | undefined {
    return this.#head;
  }

  /**
   * Takes in a snapshot, unless it is older than the copy: another instance or a cache may lag behind. Of two epochs
   * the later one is the one that the server last named (`servedEpoch`), else the one that was composed later. Returns
   * false when it is refused, with nothing changed.
   */
  load(snapshot: Snapshot, nowMs: EpochMs, servedEpoch?: string): boolean {
    const { epoch, version, madeMs, setup } = snapshot;
    const before = this.#head;
    if (before?.epoch === epoch && version < before.version) return false;
    if (before && before.epoch !== epoch) {
      const isLater = servedEpoch === undefined ? madeMs > this.#madeMs : epoch === servedEpoch;
      if (!isLater) return false;
      this.changes.clear();
      this.#hidden = new Map();
    } else if (before) {
      const known = (runnerId: string) => this.standings.find(runnerId);
      const isNew = (row: UnrankedResult): boolean => hasNews(known(row.runnerId), row);
      this.#note(snapshot.results.filter(isNew).map(idOf), nowMs);
    }
    this.#standings = new Standings(coursesOf(snapshot));
    this.#standings.replaceAll(snapshot.results, snapshot.totals);
    this.#head = { epoch, version };
    this.#madeMs = madeMs;
    this.#setup = setup;
    return true;
  }

  #note(runnerIds: Iterable<string>, atMs: EpochMs): void {
    for (const [runnerId, change] of this.changes) {
      if (atMs - change.atMs > GLOW_MS) this.changes.delete(runnerId);
    }
    for (const runnerId of runnerIds) this.changes.set(runnerId, { atMs });
  }

  /** The copy as a snapshot; undefined before the first one. */
  takeSnapshot(): Snapshot | undefined {
    if (!this.#head) return undefined;
    const { standings } = this;
    const results = standings.listAll();
    return {
      ...this.#head,
      madeMs: this.#madeMs,
      setup: this.#setup,
      totals: standings.totals,
      results,
    };
  }

  /** Empties the copy: it belongs to another race. */
  forget(): void {
    this.#standings = new Standings(USUAL_COURSES);
    this.changes.clear();
    this.#hidden = new Map();
    this.#head = undefined;
    this.#madeMs = 0;
    this.#setup = '';
  }

  /** Applies a delta that continues from here; otherwise returns what is needed instead. */
  apply(delta: ResultsDelta, nowMs: EpochMs): DeltaOutcome {
    if (!this.#head) return 'reload';
    const verdict = judgeDelta(this.#head, delta);
    if (verdict === 'other-epoch') return 'reload';
    if (verdict !== 'apply') return verdict;
    // A patch for an unknown runner: only a whole snapshot has the name.
    if (!applyResultsDelta(this.standings, delta)) return 'reload';
    this.#note(delta.upsert.map(idOf), nowMs);
    const { epoch, version, hidden } = delta;
    if (hidden)
      this.#hidden = new Map([...this.#hidden, ...hidden.map((id) => [id, version] as const)]);
    this.#head = { epoch, version };
    return 'applied';
  }
}

const idOf = (row: { readonly runnerId: string }): string => row.runnerId;

/** Whether a row changed in more than the places. */
function hasNews(before: UnrankedResult | undefined, after: UnrankedResult): boolean {
  return (
    !before ||
    before.status !== after.status ||
    before.totalMs !== after.totalMs ||
    before.splitsMs.some((splitMs, slot) => splitMs !== after.splitsMs[slot]) ||
    before.komsMs.some((komMs, index) => komMs !== after.komsMs[index])
  );
}

/**
 * What a reader at `head` does with a delta:
 * - `apply`: it continues from where the reader stands, or overlaps (values are absolute);
 * - `old`: it brings nothing the reader does not have;
 * - `gap`: changes before it are missing, so the reader resumes;
 * - `other-epoch`: the record was replaced, so the reader loads everything again.
 */
export function judgeDelta(
  head: Head,
  delta: ResultsDelta,
): 'apply' | 'old' | 'gap' | 'other-epoch' {
  if (delta.epoch !== head.epoch) return 'other-epoch';
  if (delta.version <= head.version) return 'old';
  return delta.from > head.version ? 'gap' : 'apply';
}

/**
 * Applies a delta that {@link judgeDelta} lets through. Returns false, with nothing applied, when it patches a runner
 * the standings do not know: the reader then loads everything again.
 */
export function applyResultsDelta(standings: Standings, delta: ResultsDelta): boolean {
  const upserts: UnrankedResult[] = [];
  for (const patch of delta.upsert) {
    const before = standings.find(patch.runnerId);
    if (before) upserts.push({ ...before, ...patch });
    else if (isWhole(patch)) upserts.push(patch);
    else return false;
  }
  for (const runnerId of delta.remove) standings.remove(runnerId);
  for (const result of upserts) standings.put(result);
  standings.setTotals(delta.totals);
  return true;
}

function isWhole(patch: ResultPatch): patch is UnrankedResult {
  return patch.events !== undefined && patch.splitsMs !== undefined && patch.status !== undefined;
}
