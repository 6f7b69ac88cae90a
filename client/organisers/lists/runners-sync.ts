import type { AdminBody, AdminRunner, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { logOnce } from '../../live/log-once.ts';
import type { Timers } from '../../live/timers.ts';
import { compareText } from '#shared/scoring/order.ts';

/**
 * All runners by last name, ignoring capitals. While the list is held, its rows show changes but none is added, removed
 * or moved, so that the row being edited stays in place. The list catches up when it is released.
 */
export class RunnerList {
  readonly #byId = new Map<string, AdminRunner>();
  #heldId: string | undefined;

  /** In order; the same array until something changes. */
  runners: readonly AdminRunner[] = [];
  /** As known now, in no order; the same array until something changes. */
  everyone: readonly AdminRunner[] = [];

  /** A runner as known now; the held one also after its deletion. */
  find(runnerId: string): AdminRunner | undefined {
    const known = this.#byId.get(runnerId);
    if (known || runnerId !== this.#heldId) return known;
    return this.runners.find((runner) => runner.runnerId === runnerId);
  }

  /** Whether the held runner was deleted and stays listed only until the release. */
  get isHeldGone(): boolean {
    const heldId = this.#heldId;
    return heldId !== undefined && this.find(heldId) !== undefined && !this.#byId.has(heldId);
  }

  replace(runners: readonly AdminRunner[]): void {
    this.apply(runners, [...this.#byId.keys()]);
  }

  /** Applies changed, new and removed runners; idempotent. */
  apply(upsert: readonly AdminRunner[], remove: readonly string[]): void {
    const isInPlace = upsert.every((runner) => {
      const before = this.#byId.get(runner.runnerId);
      return before && sortKeyOf(before) === sortKeyOf(runner);
    });
    for (const runnerId of remove) this.#byId.delete(runnerId);
    for (const runner of upsert) this.#byId.set(runner.runnerId, runner);
    this.everyone = [...this.#byId.values()];
    const isStill = this.#heldId !== undefined || (isInPlace && remove.length === 0);
    if (!isStill) this.#sort();
    else this.runners = this.runners.map((shown) => this.#byId.get(shown.runnerId) ?? shown);
  }

  /** Holds the list while this runner is edited; undefined releases it. */
  hold(runnerId: string | undefined): void {
    this.#heldId = runnerId;
    if (runnerId === undefined) this.#sort();
  }

  /** Starts from the last order, since an almost sorted list is fast to sort, even with 32,000. */
  #sort(): void {
    const shown = new Set(this.runners.map(({ runnerId }) => runnerId));
    const known = this.runners.flatMap(({ runnerId }) => this.#byId.get(runnerId) ?? []);
    const fresh = this.everyone.filter(({ runnerId }) => !shown.has(runnerId));
    const sorted = [...known, ...fresh].toSorted((a, b) => compareText(sortKeyOf(a), sortKeyOf(b)));
    const isSame =
      sorted.length === this.runners.length && sorted.every((one, at) => one === this.runners[at]);
    if (!isSame) this.runners = sorted;
  }
}

const sortKeys = new WeakMap<AdminRunner, string>();

function sortKeyOf(runner: AdminRunner): string {
  const { lastName, firstName, runnerId } = runner;
  let key = sortKeys.get(runner);
  if (key === undefined) {
    key = `${lastName}\0${firstName}\0`.toLowerCase() + runnerId;
    sortKeys.set(runner, key);
  }
  return key;
}

/** The delay before a list that failed, or was too old, is fetched again. */
const RETRY_MS = 1_000;

export interface RunnersSyncOptions {
  readonly timers: Timers;
  readonly fetchRunners: () => Promise<AdminBody>;
  /** Called after each step that may have changed the list or `isBehind`. */
  readonly onChange: () => void;
}

/**
 * Keeps the runners in step with the server: a fetched list, updated by pushed deltas. Deltas during a fetch wait for
 * it; a gap, or a list older than the server's head, is repaired by another fetch.
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

  /** Whether the server is known to have a newer version. */
  get isBehind(): boolean {
    return this.#wanted !== undefined;
  }

  /** Fetches the list if it is older than this head of the server. */
  want(head: Head): void {
    if (this.#covers(head)) return;
    this.#wanted = head;
    void this.#catchUp();
  }

  /** Makes the next list replace this one, which may show what another role may see. */
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

  /** Fetches the list, or joins a fetch in progress. Resolves to whether it succeeded; never rejects. */
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
    // A fetch already in progress may have been too early.
    if (this.#wanted) await this.load();
    this.#isCatchingUp = false;
    if (this.#wanted) this.#options.timers.after(RETRY_MS, () => void this.#catchUp());
  }

  async #fetch(): Promise<boolean> {
    const asked = this.#wanted;
    try {
      const body = await this.#options.fetchRunners();
      if (!this.#covers(body)) {
        this.list.replace(body.resultData);
        this.#head = { epoch: body.epoch, version: body.version };
      }
      this.#isForgotten = false;
      // Fetched after the server announced an epoch, another one can only be newer.
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
