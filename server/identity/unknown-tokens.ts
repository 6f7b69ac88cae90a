import type { DurationMs, EpochMs } from '#shared/model/time.ts';

/** Entries kept, some 2 MB; past that the oldest makes room. */
const CAPACITY = 10_000;
/** What nobody had is looked for again after this time: a record may come back from a backup. */
const FORGET_MS: DurationMs = 30_000;

/**
 * Sessions that were looked for and are not there, so that the same invented
 * token is answered without Redis. Whatever may bring a session to the record
 * empties it.
 */
export class UnknownTokens {
  readonly #now: () => EpochMs;
  /** In the order they were found missing. */
  readonly #missing = new Map<string, EpochMs>();

  constructor(now: () => EpochMs) {
    this.#now = now;
  }

  has(sessionId: string): boolean {
    const sinceMs = this.#missing.get(sessionId);
    return sinceMs !== undefined && this.#now() - sinceMs < FORGET_MS;
  }

  add(sessionId: string): void {
    this.#missing.delete(sessionId);
    this.#missing.set(sessionId, this.#now());
    const [oldest] = this.#missing.keys();
    if (this.#missing.size > CAPACITY && oldest !== undefined) this.#missing.delete(oldest);
  }

  clear(): void {
    this.#missing.clear();
  }
}
