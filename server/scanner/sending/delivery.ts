import { setTimeout as delay } from 'node:timers/promises';

import { timing } from '#server/system/timing.mjs';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { JournalReader } from '../journal/journal-lines.ts';
import { type EarlierJournal, markEarlierComplete } from '../journal/journal-recovery.ts';
import { JournalSender } from './journal-sender.ts';
import type { ScanRecord } from './scan-record.ts';

/** How long nothing may be stored while there is something to store. */
const STALL_MS = timing('scannerStallMs', MINUTE_MS);

/** Wakes its waiter; when nobody waits, it stays set until somebody does. */
export class AutoResetEvent {
  #isSet = false;
  #wake: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  /** Resolves when it is next set, at once if it was since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isSet) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isSet = false;
    this.#wake = undefined;
  }
}

const RETRY_MS = 500;
/** A mark goes back while a connection stands when a backup file is restored, or Redis is emptied. */
const ASK_AGAIN_MS = timing('scannerAskMs', 10 * SECOND_MS);

export interface DeliveryOptions {
  readonly record: ScanRecord;
  /** Set when reads were journalled, Redis is there again, or no more reads will come. */
  readonly workAvailable: AutoResetEvent;
  /** Ends the attempts. The caller who aborts also closes the record, so that no call waits any longer. */
  readonly giveUp: AbortSignal;
  /** Called once when Redis refuses a write, and again only after it took one. */
  readonly onRefused: (error: Error) => void;
  /** Called once when nothing gets through for a minute, and again only after something did. */
  readonly onStalled: () => void;
}

interface EarlierDelivery {
  readonly journal: EarlierJournal;
  readonly reader: JournalReader;
  readonly sender: JournalSender;
}

/**
 * Drives senders until all is in Redis, however often Redis fails.
 *
 * 1. The journals of earlier runs go first, oldest first, then the own one, which still grows.
 * 2. On each new connection, and every ten seconds, the sender of each of these asks up to which read Redis has its
 *    journal: Redis may have come back with less (`journal-sender.ts`).
 * 3. It then sends batches of what follows. One script stores a batch and moves that mark in one
 *    step, so that a batch that is sent twice is stored once (`scan-record.ts`).
 * 4. With nothing to send it waits until more is on disk, Redis is back or the input is over. It is
 *    through only when Redis, asked once more, says so: a connection may have died unnoticed.
 * 5. What Redis refuses is tried again every half second, until it is told to give up.
 * 6. After each minute in which nothing got through it makes another connection.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  /** While there is something to store and nothing gets through, whatever the cause. */
  #stall: NodeJS.Timeout | undefined;
  /** The journals of earlier runs that this Redis has, or had. */
  readonly #earlier: EarlierDelivery[] = [];
  #isRefused = false;
  #isStalled = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Returns whether all is in Redis: `isOver` says that no more reads will come. */
  async deliver(sender: JournalSender, isOver: () => boolean): Promise<boolean> {
    const senders = [...this.#earlier.map((one) => one.sender), sender];
    const timer = setInterval(() => this.#askAgain(senders), ASK_AGAIN_MS);
    try {
      if (!(await this.#send(senders, isOver))) return false;
      this.#askAgain(senders);
      return await this.#send(senders, isOver);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Sends the journal of an earlier run, which {@link deliver} looks after from then on. A journal that was completely
   * stored is sent again only if this Redis knows it and has lost some of it; an unknown one belongs to another Redis
   * or to a race long gone. Returns how many reads were sent, undefined when not all are in Redis.
   */
  async deliverEarlier(journal: EarlierJournal): Promise<number | undefined> {
    const reader = await JournalReader.open(journal.path, () => journal.bytes);
    const sender = new JournalSender(journal, reader, this.#options.record);
    while (sender.firstMark === undefined && !this.#options.giveUp.aborted) {
      await this.#tryStep(sender);
    }
    if (journal.isComplete && !sender.isKnown) {
      await reader.close();
      return 0;
    }
    this.#earlier.push({ journal, reader, sender });
    const isSent = await this.#send([sender], () => true);
    const { stored, duplicates } = sender.counts;
    return isSent ? stored + duplicates : undefined;
  }

  /** Notes in the journals of earlier runs that all their reads are in Redis. */
  async markEarlierComplete(): Promise<void> {
    for (const { journal } of this.#earlier) {
      if (!journal.isComplete) await markEarlierComplete(journal);
    }
  }

  async close(): Promise<void> {
    for (const { reader } of this.#earlier) await reader.close();
  }

  /** Without a connection the next one asks. */
  #askAgain(senders: readonly JournalSender[]): void {
    if (!this.#options.record.isConnected) return;
    for (const sender of senders) sender.askAgain();
    this.#options.workAvailable.set();
  }

  async #send(senders: readonly JournalSender[], isOver: () => boolean): Promise<boolean> {
    const { record, workAvailable, giveUp } = this.#options;
    while (!giveUp.aborted) {
      const next = senders.find((sender) => !sender.isDone);
      if (next) await this.#tryStep(next);
      // A server that takes over from an unreachable Redis may lack its last reads.
      else if (isOver() && record.isConnected) return true;
      else await workAvailable.wait();
    }
    return senders.every((sender) => sender.isDone);
  }

  async #tryStep(sender: JournalSender): Promise<void> {
    this.#stall ??= setInterval(() => this.#reconnect(), STALL_MS);
    try {
      await sender.step();
      this.#endStall();
      this.#isRefused = false;
      this.#isStalled = false;
    } catch (error) {
      if (this.#options.giveUp.aborted) {
        this.#endStall();
        return;
      }
      if (!this.#isRefused) this.#options.onRefused(error as Error);
      this.#isRefused = true;
      await delay(RETRY_MS);
    }
  }

  #endStall(): void {
    clearInterval(this.#stall);
    this.#stall = undefined;
  }

  #reconnect(): void {
    if (!this.#isStalled) this.#options.onStalled();
    this.#isStalled = true;
    this.#options.record.reconnect();
  }
}
