import { compareText } from '#shared/scoring/compare-text.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

interface Entry {
  readonly runner: AdminRunner;
  readonly key: string;
}

/**
 * All runners by last name, ignoring capitals (SCREENS.md SG1). While the list is held, its rows
 * show their changes but nobody comes, goes or moves: the row somebody works on must not move. All
 * of that happens at once when the list is released.
 */
export class RunnerList {
  readonly #byId = new Map<string, Entry>();
  /** The entries on the screen, in order. */
  #entries: readonly Entry[] = [];
  #heldId: string | undefined;
  /** Whether the entries on the screen are no longer everyone in order. */
  #isBehind = false;

  /** In order; the same array until something changes. */
  runners: readonly AdminRunner[] = [];
  /** Everyone as known now, in no order; the same array until something changes. */
  everyone: readonly AdminRunner[] = [];

  /** A runner as known now; the held runner is found even after deletion. */
  find(runnerId: string): AdminRunner | undefined {
    const known = this.#byId.get(runnerId)?.runner;
    if (known || runnerId !== this.#heldId) return known;
    return this.runners.find((runner) => runner.runnerId === runnerId);
  }

  /** Whether the held runner was removed meanwhile and is only listed until the release. */
  get isHeldGone(): boolean {
    const heldId = this.#heldId;
    return heldId !== undefined && this.find(heldId) !== undefined && !this.#byId.has(heldId);
  }

  replace(runners: readonly AdminRunner[]): void {
    const ids = new Set(runners.map(({ runnerId }) => runnerId));
    this.apply(
      runners,
      [...this.#byId.keys()].filter((runnerId) => !ids.has(runnerId)),
    );
  }

  /** Takes in changed, new and removed runners. Doing it twice changes nothing more. */
  apply(upsert: readonly AdminRunner[], remove: readonly string[]): void {
    for (const runnerId of remove) this.#byId.delete(runnerId);
    const fresh: Entry[] = [];
    const moving = new Set<string>();
    const latest = new Map(upsert.map((runner) => [runner.runnerId, runner]));
    for (const runner of latest.values()) {
      const entry = { runner, key: sortKeyOf(runner) };
      const before = this.#byId.get(runner.runnerId);
      this.#byId.set(runner.runnerId, entry);
      if (before?.key === entry.key) continue;
      if (before) moving.add(runner.runnerId);
      fresh.push(entry);
    }
    this.everyone = Array.from(this.#byId.values(), ({ runner }) => runner);
    const now = ({ runner: { runnerId } }: Entry): Entry | undefined => this.#byId.get(runnerId);
    if (this.#heldId === undefined) {
      const staying = this.#entries.flatMap((entry) =>
        moving.has(entry.runner.runnerId) ? [] : (now(entry) ?? []),
      );
      this.#setEntries(merge(staying, fresh.toSorted(compareEntries)));
    } else {
      this.#isBehind ||= fresh.length > 0 || remove.length > 0;
      this.#setEntries(this.#entries.map((entry) => now(entry) ?? entry));
    }
  }

  /** Holds the list while this runner is edited; undefined releases it. */
  hold(runnerId: string | undefined): void {
    this.#heldId = runnerId;
    if (runnerId !== undefined || !this.#isBehind) return;
    this.#isBehind = false;
    this.#setEntries([...this.#byId.values()].toSorted(compareEntries));
  }

  #setEntries(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.runners = entries.map(({ runner }) => runner);
  }
}

function merge(left: readonly Entry[], right: readonly Entry[]): Entry[] {
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of left) {
    for (let other = right[next]; other && compareEntries(other, entry) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(entry);
  }
  return merged.concat(right.slice(next));
}

function compareEntries(a: Entry, b: Entry): number {
  return compareText(a.key, b.key);
}

function sortKeyOf({ lastName, firstName, runnerId }: AdminRunner): string {
  return `${lastName}\0${firstName}\0`.toLowerCase() + runnerId;
}
