import { setTimeout as delay } from 'node:timers/promises';

import { NOTE_EVERY_MS } from '#server/store/notes.ts';
import { describeClockError } from '#shared/model/clock-error.ts';
import type { ReaderCondition } from '#shared/model/scan.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import type { ScanRecord } from './scan-record.ts';

/** A Redis that does not answer must not keep a scanner from ending. */
const END_MS = 2 * SECOND_MS;

export interface PresenceNoteOptions {
  readonly record: Pick<ScanRecord, 'isConnected' | 'notePresence'>;
  readonly source: string;
  readonly say: (text: string) => void;
  readonly readerState: () => ReaderCondition;
  readonly unsent: () => number;
  /** A replay is not watched: it only removes the note of an earlier scanner. */
  readonly isReplay?: boolean;
}

/**
 * Reports to Redis every second that the scanner of a source runs, and finally that it has ended, so that organisers
 * notice a killed one (FEED.md CF28). Each report compares the clock of this machine, which dates reads without a time,
 * with that of Redis, and warns the operator too (CF22).
 */
export class PresenceNote {
  readonly #options: PresenceNoteOptions;
  readonly #timer: NodeJS.Timeout;
  #isClockRight = true;
  #writing: Promise<void> | undefined;

  constructor(options: PresenceNoteOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      if (!options.isReplay) void this.write();
    }, NOTE_EVERY_MS);
    void this.write();
  }

  /** Never rejects: a failed report is repeated the next time. */
  async write(): Promise<void> {
    if (this.#writing) return;
    this.#writing = this.#write(this.#options.isReplay ? 'ended' : 'here');
    await this.#writing;
    this.#writing = undefined;
  }

  /** Stops reporting. Unless it is reported as ended, organisers see the scanner as missing. */
  async end(hasEnded: boolean): Promise<void> {
    clearInterval(this.#timer);
    if (!hasEnded) return;
    // Otherwise a note in progress would be stored after its removal.
    const ending = (this.#writing ?? Promise.resolve()).then(() => this.#write('ended'));
    await Promise.race([ending, delay(END_MS, undefined, { ref: false })]);
  }

  async #write(state: 'here' | 'ended'): Promise<void> {
    const { record, source, readerState, unsent } = this.#options;
    if (!record.isConnected) return;
    try {
      const note = { reader: readerState(), unsent: unsent() };
      const aheadMs = await record.notePresence(source, state, note);
      if (state === 'here') this.#reportClock(aheadMs);
    } catch {
      // The next one repeats it; what Redis refuses is reported with the reads.
    }
  }

  #reportClock(aheadMs: DurationMs): void {
    const isRight = aheadMs === 0;
    if (isRight === this.#isClockRight) return;
    this.#isClockRight = isRight;
    this.#options.say(
      isRight
        ? 'The clock of this computer is right again.'
        : `The clock of this computer is ${describeClockError(aheadMs)} that of Redis: ` +
            'reads without a time of their own are wrong by as much. Set it.',
    );
  }
}
