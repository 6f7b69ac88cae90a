import { setTimeout as delay } from 'node:timers/promises';

import { NOTE_EVERY_MS } from '#server/store/notes.ts';
import { describeClockError, findClockError } from '#shared/model/clock-error.ts';
import type { ReaderState } from '#shared/model/scan.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { ScanRecord } from './scan-record.ts';

/** A new read, or another state of reader or clock, is reported this soon. */
const LOOK_MS = Math.min(SECOND_MS, NOTE_EVERY_MS);
/** A Redis that does not answer must not keep a scanner from ending. */
const END_MS = 2 * SECOND_MS;

export interface PresenceNoteOptions {
  readonly record: Pick<ScanRecord, 'isConnected' | 'lastReadMs' | 'notePresence'>;
  readonly source: string;
  readonly say: (text: string) => void;
  readonly readerState: () => ReaderState;
  readonly unsent: () => number;
  readonly clock: Pick<ClockWatch, 'aheadMs'>;
  /** Nobody waits for a replay: it only ends the note of an earlier scanner. */
  readonly isReplay?: boolean;
}

/**
 * Reports to Redis every few seconds, and after new reads, that the scanner of a source runs, and at its end that it has
 * ended, so that organisers notice a killed one (FEED.md CF28).
 */
export class PresenceNote {
  readonly #options: PresenceNoteOptions;
  readonly #timer: NodeJS.Timeout;
  #notedMs = -Infinity;
  #notedReadMs: EpochMs | undefined;
  #notedReader: ReaderState | undefined;
  #notedClockMs: DurationMs = 0;
  #isRefused = false;
  #writing: Promise<void> | undefined;

  constructor(options: PresenceNoteOptions) {
    this.#options = options;
    const { record, readerState, clock, isReplay = false } = options;
    this.#timer = setInterval(() => {
      const isDue = performance.now() - this.#notedMs >= NOTE_EVERY_MS;
      const isNew =
        record.lastReadMs !== this.#notedReadMs ||
        readerState() !== this.#notedReader ||
        clock.aheadMs !== this.#notedClockMs;
      if (!isReplay && (isDue || isNew)) void this.write();
    }, LOOK_MS);
    void this.write();
  }

  /** Never rejects: a failed report is repeated the next time. */
  async write(): Promise<void> {
    if (this.#writing) return;
    this.#writing = this.#write(this.#options.isReplay ? 'ended' : 'here');
    await this.#writing;
    this.#writing = undefined;
  }

  /** Stops reporting, and reports the end if there was one: otherwise organisers see it as missing. */
  async end(hasEnded: boolean): Promise<void> {
    clearInterval(this.#timer);
    if (!hasEnded) return;
    // A note under way would otherwise be stored after its removal.
    const ending = (this.#writing ?? Promise.resolve()).then(() => this.#write('ended'));
    await Promise.race([ending, delay(END_MS, undefined, { ref: false })]);
  }

  async #write(state: 'here' | 'ended'): Promise<void> {
    const { record, source, say, readerState, unsent, clock } = this.#options;
    const { lastReadMs } = record;
    const { aheadMs: clockAheadMs } = clock;
    const reader = readerState();
    if (!record.isConnected) return;
    try {
      await record.notePresence(source, state, { reader, unsent: unsent(), clockAheadMs });
      this.#notedMs = performance.now();
      this.#notedReadMs = lastReadMs;
      this.#notedReader = reader;
      this.#notedClockMs = clockAheadMs;
    } catch (error) {
      // Without a connection the next one reports it; a refusal of Redis is permanent.
      if (this.#isRefused || !record.isConnected) return;
      this.#isRefused = true;
      say(
        `Redis does not store that this scanner runs (${(error as Error).message}): organisers ` +
          'will not notice if it dies. Reads are not affected.',
      );
    }
  }
}

/** A drifting clock is reported again only when it has gone this much further. */
const REPORT_AGAIN_MS = 5 * SECOND_MS;

/**
 * Compares the clock of this machine, which stamps reads without a time, with that of Redis: at each new connection and
 * every minute. While it is wrong, warns the operator and, through {@link PresenceNote}, the organisers (FEED.md CF22).
 */
export class ClockWatch {
  readonly #record: Pick<ScanRecord, 'isConnected' | 'sampleClock'>;
  readonly #say: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #aheadMs: DurationMs = 0;
  #reportedMs: DurationMs = 0;

  constructor(
    record: Pick<ScanRecord, 'isConnected' | 'sampleClock'>,
    say: (text: string) => void,
  ) {
    this.#record = record;
    this.#say = say;
    this.#timer = setInterval(() => void this.check(), MINUTE_MS);
  }

  /** At the last check; 0 where the clock is right. */
  get aheadMs(): DurationMs {
    return this.#aheadMs;
  }

  /** Never rejects: a failed check is repeated the next time. */
  async check(): Promise<void> {
    if (!this.#record.isConnected) return;
    const sample = await this.#record.sampleClock().catch(() => undefined);
    if (!sample) return;
    this.#aheadMs = findClockError(sample);
    this.#reportError(this.#aheadMs);
  }

  close(): void {
    clearInterval(this.#timer);
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
}
