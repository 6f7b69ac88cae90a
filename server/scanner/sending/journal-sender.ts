import {
  type JournalFile,
  type JournalHeader,
  type JournalRead,
  JournalReader,
} from '../journal/journal-lines.ts';
import type { ScanRecord } from './scan-record.ts';

/** Reads in a batch: enough to be quick, few enough to let other writers in. */
const BATCH_READS = 200;

export interface SendableJournal extends JournalFile {
  readonly header: JournalHeader;
  /** The number of the last read on disk; may grow. */
  readonly lastSeq: number;
}

export interface SentCounts {
  /** Reads that Redis took as new. */
  readonly stored: number;
  /** Reads that equal an earlier one: same source, wristband, points and millisecond. */
  readonly duplicates: number;
}

/**
 * Sends the reads of one journal to Redis, in order, each once: starts after the last one that Redis has, and goes back
 * when Redis turns out to have less. No unsent read is kept in memory.
 */
export class JournalSender {
  readonly #journal: SendableJournal;
  readonly #reader: JournalReader;
  readonly #record: ScanRecord;
  #storedSeq = 0;
  /** The counts include the reads up to here, however often they are sent. */
  #countedSeq = 0;
  #stored = 0;
  #duplicates = 0;
  #firstMark: number | undefined;
  #isKnown = false;
  #askedOnConnection: number | undefined;

  /** `skipsDamage`: see {@link JournalReader}. */
  constructor(journal: SendableJournal, record: ScanRecord, skipsDamage = false) {
    this.#journal = journal;
    this.#reader = new JournalReader(journal, skipsDamage);
    this.#record = record;
  }

  /** What Redis had of this journal when first asked; undefined until then. */
  get firstMark(): number | undefined {
    return this.#firstMark;
  }

  /** Whether Redis knew this journal when first asked, even if it has none of the reads any more. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Reads up to this number are in Redis. */
  get storedSeq(): number {
    return this.#storedSeq;
  }

  get unsent(): number {
    return this.#journal.lastSeq - this.#storedSeq;
  }

  get counts(): SentCounts {
    return { stored: this.#stored, duplicates: this.#duplicates };
  }

  get isDone(): boolean {
    return this.#storedSeq >= this.#journal.lastSeq && !this.#mustAskMark();
  }

  /** Makes the next step ask what Redis has, as after a new connection. */
  askAgain(): void {
    this.#askedOnConnection = undefined;
  }

  /** After a new connection asks what Redis has, else sends the next batch. Throws the error of Redis. */
  async step(): Promise<void> {
    if (this.#mustAskMark()) await this.#askMark();
    else await this.#sendBatch();
  }

  #mustAskMark(): boolean {
    return this.#journal.lastSeq > 0 && this.#askedOnConnection !== this.#record.connections;
  }

  async #askMark(): Promise<void> {
    const { connections } = this.#record;
    const known = await this.#record.readMark(this.#journal.header);
    const mark = known ?? 0;
    this.#askedOnConnection = connections;
    if (this.#firstMark === undefined) {
      this.#isKnown = known !== undefined;
      this.#firstMark = Math.min(mark, this.#journal.lastSeq);
      this.#storedSeq = this.#firstMark;
      this.#countedSeq = this.#storedSeq;
    } else {
      // Less than before: Redis came back without its last writes.
      this.#storedSeq = Math.min(mark, this.#storedSeq);
    }
  }

  async #sendBatch(): Promise<void> {
    const from = this.#storedSeq + 1;
    const batch = await this.#readBatch(from);
    // Unreadable lines leave holes, which are skipped.
    const last = batch.at(-1)?.seq ?? this.#storedSeq;
    const reply = await this.#record.ingest(this.#journal.header, batch, from);
    if (reply.kind === 'gap') {
      this.#storedSeq = Math.min(reply.mark, this.#storedSeq);
      return;
    }
    if (last > this.#countedSeq) {
      this.#stored += batch.length - reply.duplicates;
      this.#duplicates += reply.duplicates;
      this.#countedSeq = last;
    }
    this.#storedSeq = last;
  }

  /** No batch spans counted and uncounted reads, so that none is counted twice. */
  async #readBatch(from: number): Promise<JournalRead[]> {
    const end = this.#countedSeq >= from ? this.#countedSeq : this.#journal.lastSeq;
    const reads = await this.#reader.read(from, Math.min(BATCH_READS, end + 1 - from));
    const batch = reads.filter(({ seq }) => seq <= end);
    return batch.length > 0 ? batch : reads;
  }
}
