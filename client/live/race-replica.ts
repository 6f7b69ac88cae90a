import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { applyResultsDelta, judgeDelta } from '#shared/wire/apply-results-delta.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';

import { RowChanges } from './row-changes.ts';
import type { Snapshot } from './wire-guards.ts';

/** `gap`: changes before the delta are missing. `reload`: only a whole snapshot helps. */
export type DeltaOutcome = 'applied' | 'old' | 'gap' | 'reload';

/** The page's copy of the results: a snapshot, and the deltas since. It never goes back in time. */
export class RaceReplica {
  readonly standings = new Standings();
  readonly changes = new RowChanges();
  #head: Head | undefined;
  #madeMs: EpochMs = 0;

  /** Where the copy stands; undefined before the first snapshot. */
  get head(): Head | undefined {
    return this.#head;
  }

  /**
   * Takes a snapshot in, unless it is older than what is here: another
   * instance or a cache may lag behind. Which of two epochs is the later one
   * is what the server last told (`toldEpoch`), and without that, what was put
   * together later. False when it is refused, with nothing changed.
   */
  load(snapshot: Snapshot, nowMs: EpochMs, toldEpoch?: string): boolean {
    const { epoch, version, madeMs, results, totals } = snapshot;
    const before = this.#head;
    if (before?.epoch === epoch && version < before.version) return false;
    if (before && before.epoch !== epoch) {
      const isLater = toldEpoch === undefined ? madeMs > this.#madeMs : epoch === toldEpoch;
      if (!isLater) return false;
      this.changes.clear();
    } else if (before) {
      const known = (runnerId: string) => this.standings.find(runnerId);
      this.changes.note(
        results.filter((row) => hasNews(known(row.runnerId), row)).map(idOf),
        nowMs,
      );
    }
    this.standings.replaceAll(results, totals);
    this.#head = { epoch, version };
    this.#madeMs = madeMs;
    return true;
  }

  /** Applies a delta that continues from here; tells what is needed instead when it does not. */
  apply(delta: ResultsDelta, nowMs: EpochMs): DeltaOutcome {
    if (!this.#head) return 'reload';
    const verdict = judgeDelta(this.#head, delta);
    if (verdict === 'other-epoch') return 'reload';
    if (verdict !== 'apply') return verdict;
    // A patch for a runner who is not here: only a whole snapshot can tell who that is.
    if (!applyResultsDelta(this.standings, delta)) return 'reload';
    this.changes.note(delta.upsert.map(idOf), nowMs);
    this.#head = { epoch: delta.epoch, version: delta.version };
    return 'applied';
  }
}

function idOf(row: { readonly runnerId: string }): string {
  return row.runnerId;
}

/** Whether a row tells more than the one before, beyond where others stand. */
function hasNews(before: UnrankedResult | undefined, after: UnrankedResult): boolean {
  return (
    !before ||
    before.status !== after.status ||
    before.totalMs !== after.totalMs ||
    before.splitsMs.some((splitMs, slot) => splitMs !== after.splitsMs[slot]) ||
    before.komsMs.some((komMs, index) => komMs !== after.komsMs[index])
  );
}
