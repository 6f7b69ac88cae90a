import { CLOCK_CHECK_MS } from '#server/store/scanner-notes.ts';
import { type ClockSample, describeClockError, findClockError } from '#shared/model/clock-error.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

/** Where clocks are compared and errors are kept for the organisers. */
export interface ClockRecord {
  readonly isConnected: boolean;
  sampleClock(): Promise<ClockSample>;
  /** Notes how far the clock of the machine of this source is ahead; 0 removes the note. */
  reportClockError(source: string, aheadMs: DurationMs): Promise<void>;
}

/** A drifting clock is reported again only when it has gone this much further. */
const REPORT_AGAIN_MS = 5 * SECOND_MS;

/**
 * Compares the clock of this machine with that of Redis, at each new connection and every minute: it stamps reads
 * without a time. While it is wrong, warns the operator and, through Redis, the organisers.
 */
export class ClockWatch {
  readonly #record: ClockRecord;
  readonly #source: string;
  readonly #say: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #reportedMs: DurationMs = 0;
  #isReported = false;
  #check: Promise<void> | undefined;

  constructor(record: ClockRecord, source: string, say: (text: string) => void) {
    this.#record = record;
    this.#source = source;
    this.#say = say;
    this.#timer = setInterval(() => void this.check(), CLOCK_CHECK_MS);
  }

  /** Never rejects: a failed check is repeated the next time. */
  check(): Promise<void> {
    this.#check ??= this.#compare().finally(() => (this.#check = undefined));
    return this.#check;
  }

  /** Ends the watch, and the note for the organisers if Redis is there to remove it. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#check;
    if (this.#isReported && this.#record.isConnected) await this.#reportToOrganisers(0);
  }

  async #compare(): Promise<void> {
    if (!this.#record.isConnected) return;
    const sample = await this.#record.sampleClock().catch(() => undefined);
    if (!sample) return;
    const aheadMs = findClockError(sample);
    this.#reportError(aheadMs);
    if (aheadMs !== 0 || this.#isReported) await this.#reportToOrganisers(aheadMs);
  }

  #reportError(aheadMs: DurationMs): void {
    const isRight = aheadMs === 0;
    if (isRight ? this.#reportedMs === 0 : Math.abs(aheadMs - this.#reportedMs) < REPORT_AGAIN_MS)
      return;
    this.#reportedMs = aheadMs;
    this.#say(
      isRight
        ? 'The clock of this computer is right again.'
        : `The clock of this computer is ${describeClockError(aheadMs)} that of Redis: ` +
            'reads without a time of their own are wrong by as much. Set it.',
    );
  }

  async #reportToOrganisers(aheadMs: DurationMs): Promise<void> {
    try {
      await this.#record.reportClockError(this.#source, aheadMs);
      this.#isReported = aheadMs !== 0;
    } catch {
      // The operator has been warned; the organisers are at the next check.
    }
  }
}
