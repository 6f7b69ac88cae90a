import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { hashInSteps } from '#shared/wire/list-hash.ts';
import type { HashedHead } from '#shared/wire/socket-events.ts';

import type { RaceStore } from './race-store.tsx';
import type { Timers } from './timers.ts';
import { inSlices } from './time-slices.ts';

/** A page that stays apart after it loaded everything would load for ever. */
const MIN_BETWEEN_MS: DurationMs = 10 * MINUTE_MS;

export interface ListCheckOptions {
  readonly store: RaceStore;
  readonly timers: Timers;
  /** Runs when the browser has nothing better to do. */
  readonly whenIdle: (run: () => void) => void;
  /** The list at this head is not the one of the server, and is to be fetched anew. */
  readonly onDiverged: (head: Head) => void;
}

/**
 * Holds the page's list against the hash that the server tells now and then (PROTOCOL.md PR37):
 * whatever a fault makes of it, nobody reads it out for longer than a thousand changes.
 */
export class ListCheck {
  readonly #options: ListCheckOptions;
  #checked: HashedHead | undefined;
  #divergedMs: EpochMs = -Infinity;

  constructor(options: ListCheckOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.store.subscribe(() => this.#look());
    this.#look();
  }

  #look(): void {
    const { store, timers, whenIdle } = this.#options;
    const { hashedHead, head } = store.replica;
    if (!hashedHead?.hash || hashedHead === this.#checked || !head) return;
    if (timers.now() - this.#divergedMs < MIN_BETWEEN_MS) return;
    if (hashedHead.epoch !== head.epoch || hashedHead.version !== head.version) return;
    this.#checked = hashedHead;
    // Undefined while the page passes over rows that a later release has (PR28).
    const rows = store.replica.takeSnapshot()?.results;
    if (rows) whenIdle(() => void this.#compare(rows, hashedHead));
  }

  /** Rows stay as they were when they were taken, whatever is pushed meanwhile. */
  async #compare(
    rows: Parameters<typeof hashInSteps>[0],
    { epoch, version, hash }: HashedHead,
  ): Promise<void> {
    const { text } = await inSlices(hashInSteps(rows));
    if (text === hash) return;
    this.#divergedMs = this.#options.timers.now();
    this.#options.onDiverged({ epoch, version });
  }
}
