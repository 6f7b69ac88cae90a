import type { AdminRunner, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { logOnce } from '../../live/log-once.ts';
import type { Timers } from '../../live/timers.ts';
import type { ListsHttp } from './lists-http.ts';
import { compareText } from '#shared/scoring/order.ts';

interface Entry {
  readonly runner: AdminRunner;
  readonly key: string;
}

/**
 * All runners by last name, ignoring capitals. While the list is held, its rows
 * show their changes but nobody comes, goes or moves: the row somebody works on must not move. All
 * of that happens at once when the list is released.
 */
export class RunnerList {
  readonly #byId = new Map<string, Entry>();
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

  /** Whether the held runner has been removed and is only listed until the release. */
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

/** The delay before a list that did not come, or was too old again, is requested again. */
const RETRY_MS = 1_000;

export interface RunnersSyncOptions {
  readonly timers: Timers;
  readonly fetchRunners: ListsHttp['fetchRunners'];
  /** Called after every step that may have changed the list or how far behind it is. */
  readonly onChange: () => void;
}

/**
 * Keeps the runners level with the server: a fetched list, and the deltas pushed on top of it. Deltas during a fetch
 * wait for it; a gap, or a list older than the server's head, is repaired by another fetch.
 */
export class RunnersSync {
  readonly list = new RunnerList();
  readonly #options: RunnersSyncOptions;
  #head: Head | undefined;
  /** The server's head while the list is behind it. */
  #wanted: Head | undefined;
  #waiting: RunnersDelta[] = [];
  #loading: Promise<boolean> | undefined;
  #isCatchingUp = false;
  #isForgotten = false;
  #awaiters: { readonly version: number; readonly resolve: () => void }[] = [];

  constructor(options: RunnersSyncOptions) {
    this.#options = options;
  }

  get isLoaded(): boolean {
    return this.#head !== undefined;
  }

  get version(): number | undefined {
    return this.#head?.version;
  }

  /** Whether the server is known to have something that is not here yet. */
  get isBehind(): boolean {
    return this.#wanted !== undefined;
  }

  /** The server is at this head: the missing changes are fetched. */
  want(head: Head): void {
    if (this.#covers(head)) return;
    this.#wanted = head;
    void this.#catchUp();
  }

  /** The list may hold more or less than the person now signed in may see: the next list replaces it. */
  forget(): void {
    this.#isForgotten = true;
  }

  rest(): void {
    this.#wanted = undefined;
  }

  receive(delta: RunnersDelta): void {
    if (this.#loading) this.#waiting.push(delta);
    else this.#apply(delta);
  }

  /** Fetches the list, or joins a fetch under way. Resolves to whether it came; never rejects. */
  load(): Promise<boolean> {
    this.#loading ??= this.#fetch().finally(() => {
      this.#loading = undefined;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const delta of waiting) this.#apply(delta);
      this.#changed();
    });
    return this.#loading;
  }

  /** Resolves once the list has this version of the present epoch. */
  reach(version: number): Promise<void> {
    return new Promise((resolve) => {
      this.#awaiters.push({ version, resolve });
      this.#changed();
    });
  }

  #covers({ epoch, version }: Head): boolean {
    return !this.#isForgotten && this.#head?.epoch === epoch && this.#head.version >= version;
  }

  #apply(delta: RunnersDelta): void {
    const { epoch, from, version, upsert, remove } = delta;
    if (this.#head?.epoch !== epoch || from > this.#head.version) return this.want(delta);
    if (version <= this.#head.version) return;
    this.list.apply(upsert, remove);
    this.#head = { epoch, version };
    this.#changed();
  }

  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp || !this.#wanted) return;
    this.#isCatchingUp = true;
    await this.load();
    // A fetch that was under way already may have been too early.
    if (this.#wanted) await this.load();
    this.#isCatchingUp = false;
    if (this.#wanted) this.#options.timers.after(RETRY_MS, () => void this.#catchUp());
  }

  async #fetch(): Promise<boolean> {
    const asked = this.#wanted;
    try {
      const body = await this.#options.fetchRunners();
      if (body !== 'unchanged' && !this.#covers(body)) {
        this.list.replace(body.resultData);
        this.#head = { epoch: body.epoch, version: body.version };
      }
      this.#isForgotten = false;
      // Requested after the server named one epoch, another one can only be newer.
      if (asked === this.#wanted && asked?.epoch !== this.#head?.epoch) this.#wanted = undefined;
      return true;
    } catch (error) {
      logOnce('the runners cannot be fetched', error);
      return false;
    }
  }

  #changed(): void {
    if (this.#wanted && this.#covers(this.#wanted)) this.#wanted = undefined;
    const reached = this.#head?.version ?? 0;
    const due = this.#awaiters.filter(({ version }) => version <= reached);
    this.#awaiters = this.#awaiters.filter(({ version }) => version > reached);
    for (const { resolve } of due) resolve();
    this.#options.onChange();
  }
}
