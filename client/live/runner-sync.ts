import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';

import { logOnce } from './log-once.ts';
import type { Timers } from './timers.ts';

/** While others come in, the runner's places are asked for this often at most. */
const RENEW_MS: DurationMs = 5_000;
/** A whole crowd may look at the same runner: each page waits up to this long. */
const SPREAD_MS: DurationMs = 500;

export interface RunnerSyncOptions {
  readonly timers: Timers;
  /** `unchanged` when it is still the body before; undefined when the server tells of nobody alone. */
  readonly fetchRunner: () => Promise<RunnerBody | 'unchanged' | undefined>;
  readonly onRunner: (body: RunnerBody) => void;
  /** The runner cannot be told without the whole field. */
  readonly onNobody: () => void;
  /** Nobody looks at the page: what is due waits until it wakes, when it is loaded. */
  readonly isHidden: () => boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Keeps the one runner whom a page is about, without the field around them: fetched by HTTP, at once
 * when a push is about the runner, and every few seconds while pushes are about others.
 */
export class RunnerSync {
  readonly #options: RunnerSyncOptions;
  #body: RunnerBody | undefined;
  #loading: Promise<boolean> | undefined;
  /** How soon it is asked for again, for what was pushed while an answer was on its way. */
  #againMs: DurationMs | undefined;
  /** The same after that, for an instance that had not heard yet of what was pushed. */
  #lagMs: DurationMs | undefined;
  /** Of what was told last, by an answer or a push. */
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

  /** Fetches the runner anew; false when the server could not be asked. Never two at a time. */
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
    // Once for each epoch: a body that is as it was is not sent again with the new one.
    const isOther = epoch !== this.#epoch;
    this.#epoch = epoch;
    const waitMs = this.#loadedMs + RENEW_MS - this.#options.timers.now();
    if (!isOwn && !isOther) this.#renewIn(Math.max(0, waitMs));
    else {
      const isAsking = this.#loading !== undefined;
      this.#renewIn(0);
      // The instance that is asked may not have heard of it yet.
      if (isAsking) this.#lagMs = RENEW_MS;
      else this.#againMs = RENEW_MS;
    }
  }

  /** Everything may be another. */
  renew(): void {
    this.#renewIn(this.#options.random() * SPREAD_MS);
  }

  stop(): void {
    this.#cancel();
    this.#dueMs = Infinity;
    this.#againMs = undefined;
    this.#lagMs = undefined;
  }

  /** Nothing that is due sooner is put off. */
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
