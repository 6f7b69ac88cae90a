import { setTimeout as delay } from 'node:timers/promises';

import { NOTE_EVERY_MS } from '#server/store/scanner-notes.ts';
import type { ReaderState } from '#shared/model/reader-state.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';

export interface PresenceRecord {
  readonly isConnected: boolean;
  readonly lastReadMs: EpochMs | undefined;
  notePresence(
    source: string,
    state: 'here' | 'ended',
    reader: ReaderState,
    unsent: number,
  ): Promise<void>;
}

/** A new read is reported this soon. */
const LOOK_MS = Math.min(SECOND_MS, NOTE_EVERY_MS);
/** A Redis that does not answer must not keep a scanner from ending. */
const END_MS = 2 * SECOND_MS;

/**
 * Reports to Redis every few seconds, and after new reads, that the scanner of a source runs, and at its end that it has
 * ended, so that organisers notice a killed one (FEED.md CF28). A replay is not reported, since nobody waits for it; it
 * only ends an earlier note.
 */
export class PresenceNote {
  readonly #record: PresenceRecord;
  readonly #source: string;
  readonly #say: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #notedMs = -Infinity;
  #notedReadMs: EpochMs | undefined;
  #notedReader: ReaderState | undefined;
  readonly #readerState: () => ReaderState;
  readonly #unsent: () => number;
  readonly #isLive: boolean;
  #isRefused = false;
  #writing: Promise<void> | undefined;

  constructor(
    record: PresenceRecord,
    source: string,
    say: (text: string) => void,
    readerState: () => ReaderState,
    unsent: () => number,
    isLive = true,
  ) {
    this.#isLive = isLive;
    this.#unsent = unsent;
    this.#readerState = readerState;
    this.#record = record;
    this.#source = source;
    this.#say = say;
    this.#timer = setInterval(() => {
      const isDue = performance.now() - this.#notedMs >= NOTE_EVERY_MS;
      const isNew = record.lastReadMs !== this.#notedReadMs || readerState() !== this.#notedReader;
      if (isLive && (isDue || isNew)) void this.write();
    }, LOOK_MS);
    void this.write();
  }

  /** Never rejects: a failed report is repeated the next time. */
  async write(): Promise<void> {
    if (this.#writing) return;
    this.#writing = this.#write(this.#isLive ? 'here' : 'ended');
    await this.#writing;
    this.#writing = undefined;
  }

  /** Stops reporting, and reports the end if there was one: otherwise organisers see it as missing. */
  async end(hasEnded: boolean): Promise<void> {
    clearInterval(this.#timer);
    if (!hasEnded) return;
    const patience = new AbortController();
    const isLate = delay(END_MS, undefined, patience).catch(() => undefined);
    // A note under way would otherwise be stored after its removal.
    const ending = (this.#writing ?? Promise.resolve()).then(() => this.#write('ended'));
    await Promise.race([ending, isLate]);
    patience.abort();
  }

  async #write(state: 'here' | 'ended'): Promise<void> {
    const { lastReadMs } = this.#record;
    const reader = this.#readerState();
    if (!this.#record.isConnected) return;
    try {
      await this.#record.notePresence(this.#source, state, reader, this.#unsent());
      this.#notedMs = performance.now();
      this.#notedReadMs = lastReadMs;
      this.#notedReader = reader;
    } catch (error) {
      // Without a connection the next one reports it; a refusal of Redis is permanent.
      if (this.#isRefused || !this.#record.isConnected) return;
      this.#isRefused = true;
      this.#say(
        `Redis does not note that this scanner is there (${(error as Error).message}): organisers ` +
          'are not told if it dies. Reads are not concerned.',
      );
    }
  }
}
