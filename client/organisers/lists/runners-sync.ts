import type { AdminBody, AdminRunner, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { logOnce } from '../../live/log-once.ts';
import type { Timers } from '../../live/timers.ts';
import { compareText } from '#shared/scoring/order.ts';

/**
 * Changes `byId`, and returns all runners by last name, ignoring capitals, from their last order; idempotent.
 */
export function changeRunners(
  runners: readonly AdminRunner[],
  byId: Map<string, AdminRunner>,
  { upsert, remove }: Pick<RunnersDelta, 'upsert' | 'remove'>,
): readonly AdminRunner[] {
  const ids = new Set([...runners, ...upsert].map(({ runnerId }) => runnerId));
  const isInPlace = upsert.every((runner) => {
    const before = byId.get(runner.runnerId);
    return before && sortKeyOf(before) === sortKeyOf(runner);
  });
  for (const runnerId of remove) byId.delete(runnerId);
  for (const runner of upsert) byId.set(runner.runnerId, runner);
  const now = [...ids].map((runnerId) => byId.get(runnerId)).filter((one) => one !== undefined);
  return isInPlace ? now : sortRunners(now);
}

function sortRunners(runners: readonly AdminRunner[]): readonly AdminRunner[] {
  return runners.toSorted((a, b) => compareText(sortKeyOf(a), sortKeyOf(b)));
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
  /** By last name; undefined until loaded. */
  runners: readonly AdminRunner[] | undefined;
  readonly byId = new Map<string, AdminRunner>();
  readonly #options: RunnersSyncOptions;
  /** Undefined if the next list has to replace this one. */
  #head: Head | undefined;
  /** The server's head while the list is behind it. */
  #wanted: Head | undefined;
  #waiting: RunnersDelta[] = [];
  #loading: Promise<boolean> | undefined;
  #cancelRetry = (): void => undefined;

  constructor(options: RunnersSyncOptions) {
    this.#options = options;
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
    void this.load();
  }

  /** Makes the next list replace this one, which may show what another role may see. */
  forget(): void {
    this.#head = undefined;
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
    const asked = this.#wanted;
    this.#loading ??= this.#fetch().then((isDone) => {
      this.#loading = undefined;
      this.#cancelRetry();
      for (const delta of this.#waiting.splice(0)) this.#apply(delta);
      this.#changed();
      // The list may have been fetched before the server announced its head; otherwise an instance is late.
      if (this.#wanted && isDone && asked !== this.#wanted) void this.load();
      else if (this.#wanted) this.#retryLater();
      return isDone;
    });
    return this.#loading;
  }

  #retryLater(): void {
    this.#cancelRetry = this.#options.timers.after(RETRY_MS, () => {
      if (this.#wanted) void this.load();
    });
  }

  #covers({ epoch, version }: Head): boolean {
    return this.#head?.epoch === epoch && this.#head.version >= version;
  }

  #apply(delta: RunnersDelta): void {
    const { epoch, from, version } = delta;
    if (this.#head?.epoch !== epoch || from > this.#head.version) return this.want(delta);
    if (version <= this.#head.version) return;
    this.runners = changeRunners(this.runners ?? [], this.byId, delta);
    this.#head = { epoch, version };
    this.#changed();
  }

  async #fetch(): Promise<boolean> {
    const asked = this.#wanted;
    try {
      const body = await this.#options.fetchRunners();
      if (!this.#covers(body)) {
        this.byId.clear();
        for (const runner of body.resultData) this.byId.set(runner.runnerId, runner);
        this.runners = sortRunners(body.resultData);
        this.#head = { epoch: body.epoch, version: body.version };
      }
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
    this.#options.onChange();
  }
}
