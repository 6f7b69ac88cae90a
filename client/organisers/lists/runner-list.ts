import { compareText } from '#shared/scoring/compare-text.ts';
import type { AdminRunner } from '#shared/wire/admin-api.ts';

/** A runner and the key that gives their place in the list. */
interface Entry {
  readonly runner: AdminRunner;
  readonly key: string;
}

/**
 * All runners by last name, whatever the capitals (spec.md section 9). While
 * the list is held, nobody who stands in it changes places and the held runner
 * does not leave: what someone works on must not move under their fingers.
 */
export class RunnerList {
  #entries: readonly Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  #heldId: string | undefined;
  /** Whether entries carry keys or runners that only stand because the list is held. */
  #isStale = false;
  #isHeldGone = false;

  /** In order; the same array until something changes. */
  runners: readonly AdminRunner[] = [];

  find(runnerId: string): AdminRunner | undefined {
    return this.#byId.get(runnerId)?.runner;
  }

  /** Whether the held runner was removed meanwhile and stands here only for as long as the hold. */
  get isHeldGone(): boolean {
    return this.#isHeldGone;
  }

  /** Puts a whole list in place of this one. */
  replace(runners: readonly AdminRunner[]): void {
    const ids = new Set(runners.map(({ runnerId }) => runnerId));
    const gone = this.runners.filter(({ runnerId }) => !ids.has(runnerId));
    this.apply(
      runners,
      gone.map(({ runnerId }) => runnerId),
    );
  }

  /** Takes in who changed or came, and who went. Doing it twice changes nothing more. */
  apply(upsert: readonly AdminRunner[], remove: readonly string[]): void {
    const leaving = new Set(remove);
    if (this.#heldId !== undefined && leaving.delete(this.#heldId)) {
      this.#isHeldGone = this.#byId.has(this.#heldId);
    }
    for (const runnerId of leaving) this.#byId.delete(runnerId);
    const fresh: Entry[] = [];
    const moving = new Set<string>();
    for (const runner of upsert) {
      const before = this.#byId.get(runner.runnerId);
      const key = sortKeyOf(runner);
      if (runner.runnerId === this.#heldId) this.#isHeldGone = false;
      const keepsPlace = before !== undefined && (before.key === key || this.#heldId !== undefined);
      const entry = { runner, key: keepsPlace ? before.key : key };
      this.#isStale ||= entry.key !== key;
      this.#byId.set(runner.runnerId, entry);
      if (keepsPlace) continue;
      if (before) moving.add(runner.runnerId);
      fresh.push(entry);
    }
    const staying = this.#entries.flatMap(({ runner: { runnerId } }) => {
      const entry = moving.has(runnerId) ? undefined : this.#byId.get(runnerId);
      return entry ?? [];
    });
    this.#setEntries(merge(staying, fresh.toSorted(compareEntries)));
  }

  /** Holds the list for whoever edits this runner; undefined lets everything find its place again. */
  hold(runnerId: string | undefined): void {
    if (runnerId === this.#heldId) return;
    const before = this.#heldId;
    this.#heldId = runnerId;
    if (before !== undefined && this.#isHeldGone) {
      this.#byId.delete(before);
      this.#isStale = true;
    }
    this.#isHeldGone = false;
    if (!this.#isStale || runnerId !== undefined) return;
    this.#isStale = false;
    const entries = Array.from(this.#byId.values(), ({ runner }) => ({
      runner,
      key: sortKeyOf(runner),
    }));
    for (const entry of entries) this.#byId.set(entry.runner.runnerId, entry);
    this.#setEntries(entries.toSorted(compareEntries));
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
