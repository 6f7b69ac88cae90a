import type { EpochMs } from '#shared/model/time.ts';

/** How long a row that is new or changed is marked. */
export const GLOW_MS = 4_000;

/** The last change of one row. */
export interface RowChange {
  readonly atMs: EpochMs;
  /** Counts the changes of this row, so that a second one within the glow starts it anew. */
  readonly count: number;
}

/** Which rows changed a moment ago. */
export class RowChanges {
  readonly #byRunner = new Map<string, RowChange>();

  find(runnerId: string): RowChange | undefined {
    return this.#byRunner.get(runnerId);
  }

  note(runnerIds: Iterable<string>, atMs: EpochMs): void {
    for (const [runnerId, change] of this.#byRunner) {
      if (atMs - change.atMs > GLOW_MS) this.#byRunner.delete(runnerId);
    }
    for (const runnerId of runnerIds) {
      const count = (this.#byRunner.get(runnerId)?.count ?? 0) + 1;
      this.#byRunner.set(runnerId, { atMs, count });
    }
  }

  clear(): void {
    this.#byRunner.clear();
  }
}
