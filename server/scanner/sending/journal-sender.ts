import { type JournalFile, type JournalHeader, JournalReader } from '../journal/journal-lines.ts';
import type { ScanRecord } from './scan-record.ts';

/** Reads in a batch: enough to be fast, few enough not to delay other writers. */
const BATCH_READS = 200;

export interface SendableJournal extends JournalFile {
  readonly header: JournalHeader;
  /** The number of the last read on disk; may grow. */
  readonly lastSeq: number;
}

/**
 * Sends the reads of one journal to Redis, in order, each once: starts after the last stored one, and goes back if Redis
 * has lost reads. Unsent reads are not kept in memory.
 */
export class JournalSender {
  readonly #journal: SendableJournal;
  readonly #reader: JournalReader;
  readonly #record: ScanRecord;
  #storedSeq = 0;
  #stored = 0;
  #duplicates = 0;
  #isKnown: boolean | undefined;
  #askedOnConnection: number | undefined;

  /** `skipsDamage`: see {@link JournalReader}. */
  constructor(journal: SendableJournal, record: ScanRecord, skipsDamage = false) {
    this.#journal = journal;
    this.#reader = new JournalReader(journal, skipsDamage);
    this.#record = record;
  }

  /** Whether Redis knew this journal when first asked, even if it has lost all its reads; undefined until then. */
  get isKnown(): boolean | undefined {
    return this.#isKnown;
  }

  /** The number of the last read on disk. */
  get lastSeq(): number {
    return this.#journal.lastSeq;
  }

  /** The share of the reads on disk that is in Redis, 0 to 1. */
  get sentShare(): number {
    return this.lastSeq === 0 ? 1 : this.#storedSeq / this.lastSeq;
  }

  get unsent(): number {
    return this.lastSeq - this.#storedSeq;
  }

  /** Duplicates equal an earlier read: same source, wristband, points and millisecond. */
  get counts(): { readonly stored: number; readonly duplicates: number } {
    return { stored: this.#stored, duplicates: this.#duplicates };
  }

  get isDone(): boolean {
    return this.unsent <= 0 && !this.#mustAskMark();
  }

  /** Makes the next step read from Redis how much is stored, as after a new connection. */
  askAgain(): void {
    this.#askedOnConnection = undefined;
  }

  /** After a new connection reads how much is stored, else sends the next batch. Throws the error of Redis. */
  async step(): Promise<void> {
    if (this.#mustAskMark()) await this.#askMark();
    else await this.#sendBatch();
  }

  #mustAskMark(): boolean {
    return this.lastSeq > 0 && this.#askedOnConnection !== this.#record.connections;
  }

  async #askMark(): Promise<void> {
    const { connections } = this.#record;
    const known = await this.#record.readMark(this.#journal.header);
    const mark = known ?? 0;
    this.#askedOnConnection = connections;
    if (this.#isKnown === undefined) {
      this.#isKnown = known !== undefined;
      this.#storedSeq = Math.min(mark, this.lastSeq);
    } else {
      this.#goBackTo(mark);
    }
  }

  async #sendBatch(): Promise<void> {
    const from = this.#storedSeq + 1;
    const batch = await this.#reader.read(from, Math.min(BATCH_READS, this.unsent));
    const reply = await this.#record.ingest(this.#journal.header, batch, from);
    if (reply.kind === 'gap') {
      this.#goBackTo(reply.mark);
      return;
    }
    this.#stored += batch.length - reply.duplicates;
    this.#duplicates += reply.duplicates;
    // Unreadable lines leave gaps, which are skipped.
    this.#storedSeq = batch.at(-1)?.seq ?? this.#storedSeq;
  }

  /** Where Redis has lost its last writes, those reads are sent and counted again. */
  #goBackTo(mark: number): void {
    const lost = Math.max(0, this.#storedSeq - mark);
    this.#storedSeq -= lost;
    this.#stored = Math.max(0, this.#stored - lost);
  }
}
