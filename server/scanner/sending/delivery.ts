import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { timing } from '#server/system/timing.mjs';
import { SECOND_MS } from '#shared/model/time.ts';

import { type EarlierJournal, markEarlierComplete } from '../journal/journal-recovery.ts';
import { JournalSender } from './journal-sender.ts';
import type { ScanRecord } from './scan-record.ts';

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
/** A mark goes back on an open connection when a backup is restored, or Redis is emptied. */
const ASK_AGAIN_MS = timing('scannerAskMs', 10 * SECOND_MS);

export interface DeliveryOptions {
  readonly record: ScanRecord;
  /** Set when reads were journalled, Redis is there again, or no more reads will come. */
  readonly workAvailable: AutoResetEvent;
  /** Ends the attempts. To abort it, also close the record and set `workAvailable`. */
  readonly giveUp: AbortSignal;
  /** Called once when Redis refuses a write, and again only after it took one. */
  readonly onRefused: (error: Error) => void;
}

interface EarlierDelivery {
  readonly journal: EarlierJournal;
  readonly file: FileHandle;
  readonly sender: JournalSender;
}

/**
 * Drives senders until all is in Redis, however often Redis fails.
 *
 * 1. The journals of earlier runs go first, oldest first, then the own one, which still grows.
 * 2. On each new connection, and every ten seconds, each sender asks up to which read Redis has its journal: Redis may
 *    have come back with less (`journal-sender.ts`).
 * 3. It then sends batches of what follows. One script stores a batch and moves that mark in one step, so a batch that
 *    is sent twice is stored once (`scan-record.ts`).
 * 4. With nothing to send, or without Redis, it waits until more is on disk, Redis is back or the input is over. It is
 *    through only when Redis, asked once more, has everything: a connection may have died unnoticed.
 * 5. What Redis refuses is sent again every half second.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  /** The journals of earlier runs that this Redis has, or had. */
  readonly #earlier: EarlierDelivery[] = [];
  #isRefused = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Returns whether all is in Redis; `isOver`: no more reads will come. */
  async deliver(sender: JournalSender, isOver: () => boolean): Promise<boolean> {
    const senders = [...this.#earlier.map((one) => one.sender), sender];
    const askAgain = (): void => {
      for (const one of senders) one.askAgain();
      this.#options.workAvailable.set();
    };
    const timer = setInterval(askAgain, ASK_AGAIN_MS);
    try {
      if (!(await this.#send(senders, isOver))) return false;
      askAgain();
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
    const file = await open(journal.path, 'r+');
    const sender = new JournalSender({ ...journal, file }, this.#options.record, true);
    while (sender.firstMark === undefined && !this.#options.giveUp.aborted) {
      await this.#tryStep(sender);
    }
    if (journal.isComplete && !sender.isKnown) {
      await file.close();
      return 0;
    }
    this.#earlier.push({ journal, file, sender });
    const isSent = await this.#send([sender], () => true);
    const { stored, duplicates } = sender.counts;
    return isSent ? stored + duplicates : undefined;
  }

  /** Notes in the journals of earlier runs that all their reads are in Redis. */
  async markEarlierComplete(): Promise<void> {
    for (const { journal, file } of this.#earlier) {
      if (!journal.isComplete) await markEarlierComplete(file, journal);
    }
  }

  async close(): Promise<void> {
    for (const { file } of this.#earlier) await file.close();
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
    const { record, workAvailable, giveUp, onRefused } = this.#options;
    try {
      await sender.step();
      this.#isRefused = false;
    } catch (error) {
      if (giveUp.aborted) return;
      if (!record.isConnected) {
        await workAvailable.wait();
        return;
      }
      if (!this.#isRefused) onRefused(error as Error);
      this.#isRefused = true;
      await delay(RETRY_MS);
    }
  }
}
