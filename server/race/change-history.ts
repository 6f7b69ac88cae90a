/** Versions kept for readers who ask what they missed; older ones fetch everything again. */
const VERSIONS_KEPT = 4_000;

interface Entry<Change> {
  readonly version: number;
  readonly changes: readonly Change[];
}

/**
 * What each recent version changed in one list, so that any span of versions
 * merges into one delta with today's values. Versions that changed nothing
 * take no room.
 */
export class ChangeHistory<Change> {
  /** The oldest version a delta can start from. */
  #floor = 0;
  #entries: Entry<Change>[] = [];

  /** Starts anew after the record was loaded: nothing before `version` can be told apart. */
  restart(version: number): void {
    this.#floor = version;
    this.#entries = [];
  }

  record(version: number, changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#entries.push({ version, changes });
    // Cutting in slices keeps the cost of a version constant.
    if (this.#entries.length >= 2 * VERSIONS_KEPT) {
      this.#entries = this.#entries.slice(-VERSIONS_KEPT);
      this.#floor = (this.#entries[0]?.version ?? version) - 1;
    }
  }

  /** All that was changed after `version`, in order, or undefined when that is no longer known. */
  findSince(version: number): readonly Change[] | undefined {
    if (version < this.#floor) return undefined;
    const last = this.#entries.findLastIndex((entry) => entry.version <= version);
    return this.#entries.slice(last + 1).flatMap((entry) => entry.changes);
  }
}
