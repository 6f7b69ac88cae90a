import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';

import { logOnce } from './log-once.ts';
import type { Timers } from './timers.ts';

/** While others come in, the runner's places are requested at most this often. */
const RENEW_MS: DurationMs = 5_000;
/** A whole crowd may look at the same runner: each page waits up to this long. */
const SPREAD_MS: DurationMs = 500;

export interface RunnerSyncOptions {
  readonly timers: Timers;
  /** `unchanged` when the body is the same as before; undefined when the server has no answer for one runner alone. */
  readonly fetchRunner: () => Promise<RunnerBody | 'unchanged' | undefined>;
  readonly onRunner: (body: RunnerBody) => void;
  /** The runner cannot be shown without the whole field. */
  readonly onNobody: () => void;
  /** Whether the page is hidden: a due fetch waits until it wakes. */
  readonly isHidden: () => boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Syncs the one runner whom a page is about, without the field: fetched by HTTP, at once when a
 * push is about the runner, and every few seconds while pushes are about others.
 */
export class RunnerSync {
  readonly #options: RunnerSyncOptions;
  #body: RunnerBody | undefined;
  #loading: Promise<boolean> | undefined;
  /** The delay of the next fetch, for what was pushed during the present one. */
  #againMs: DurationMs | undefined;
  /** The delay of a further fetch, since the asked instance may not have had the push. */
  #lagMs: DurationMs | undefined;
  /** The epoch of the last answer or push. */
  #epoch: string | undefined;
  #loadedMs: EpochMs = -Infinity;
  #dueMs: EpochMs = Infinity;
  #cancel = (): void => undefined;

  constructor(options: RunnerSyncOptions) {
    this.#options = options;
  }

  get hasRunner(): boolean {
    return this.#body !== undefined;
  }

  /** Fetches the runner; false when the server could not be reached. Never two at a time. */
  load(): Promise<boolean> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
      const againMs = this.#againMs;
      this.#againMs = this.#lagMs;
      this.#lagMs = undefined;
      if (againMs !== undefined) this.#renewIn(againMs);
    });
    return this.#loading;
  }

  receive({ epoch, upsert, remove }: ResultsDelta): void {
    const own = this.#body && idOf(this.#body);
    const isOwn =
      upsert.some(({ runnerId }) => runnerId === own) || remove.some((id) => id === own);
    // Once for each epoch: an unchanged body is not resent with the new epoch.
    const isOther = epoch !== this.#epoch;
    this.#epoch = epoch;
    const waitMs = this.#loadedMs + RENEW_MS - this.#options.timers.now();
    if (!isOwn && !isOther) this.#renewIn(Math.max(0, waitMs));
    else {
      const isAsking = this.#loading !== undefined;
      this.#renewIn(0);
      // The asked instance may not have it yet.
      if (isAsking) this.#lagMs = RENEW_MS;
      else this.#againMs = RENEW_MS;
    }
  }

  /** Everything may have changed. */
  renew(): void {
    this.#renewIn(this.#options.random() * SPREAD_MS);
  }

  stop(): void {
    this.#cancel();
    this.#dueMs = Infinity;
    this.#againMs = undefined;
    this.#lagMs = undefined;
  }

  /** Never delays a fetch that is due sooner. */
  #renewIn(delayMs: DurationMs): void {
    if (this.#loading) {
      this.#againMs = Math.min(delayMs, this.#againMs ?? Infinity);
      return;
    }
    const { timers } = this.#options;
    const dueMs = timers.now() + delayMs;
    if (dueMs >= this.#dueMs) return;
    this.#cancel();
    this.#dueMs = dueMs;
    this.#cancel = timers.after(delayMs, () => {
      this.#dueMs = Infinity;
      if (!this.#options.isHidden()) void this.load();
    });
  }

  async #load(): Promise<boolean> {
    const { timers, fetchRunner, onRunner, onNobody } = this.#options;
    try {
      const body = await fetchRunner();
      this.#loadedMs = timers.now();
      if (body === undefined) onNobody();
      else if (body !== 'unchanged') {
        this.#body = body;
        this.#epoch = body.epoch;
        onRunner(body);
      }
    } catch (error) {
      logOnce('the runner cannot be fetched', error);
      return false;
    }
    return true;
  }
}

function idOf({ runner }: RunnerBody): string {
  return runner.kind === 'listed' ? runner.result.runnerId : runner.starter.runnerId;
}
