/** Versions kept for readers who ask what they missed; older ones fetch everything again. */
const VERSIONS_KEPT = 2_000;

interface Entry<Touch> {
  readonly version: number;
  readonly touches: readonly Touch[];
}

/**
 * What each recent version touched in one list, so that any span of versions
 * merges into one delta with today's values. Versions that touched nothing
 * take no room.
 */
export class TouchHistory<Touch> {
  /** The oldest version a delta can start from. */
  #floor = 0;
  #entries: Entry<Touch>[] = [];

  /** Starts anew after the record was loaded: nothing before `version` can be told apart. */
  restart(version: number): void {
    this.#floor = version;
    this.#entries = [];
  }

  record(version: number, touches: readonly Touch[]): void {
    if (touches.length === 0) return;
    this.#entries.push({ version, touches });
    // Cutting in slices keeps the cost of a version constant.
    if (this.#entries.length >= 2 * VERSIONS_KEPT) {
      this.#entries = this.#entries.slice(-VERSIONS_KEPT);
      this.#floor = (this.#entries[0]?.version ?? version) - 1;
    }
  }

  /** All that was touched after `version`, in order, or undefined when that is no longer known. */
  findSince(version: number): readonly Touch[] | undefined {
    if (version < this.#floor) return undefined;
    const last = this.#entries.findLastIndex((entry) => entry.version <= version);
    return this.#entries.slice(last + 1).flatMap((entry) => entry.touches);
  }
}
