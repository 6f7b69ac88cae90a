import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { timing } from '#server/system/timing.mjs';
import { SECOND_MS } from '#shared/model/time.ts';

import { type EarlierJournal, markEarlierComplete } from '../journal/journal-recovery.ts';
import type { Journal } from '../journal/journal.ts';
import { JournalSender } from './journal-sender.ts';
import type { ScanRecord } from './scan-record.ts';

/** Wakes its waiter; without one it stays set until the next wait. */
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
/** On an open connection Redis loses reads when a backup is restored, or when it is emptied. */
const ASK_AGAIN_MS = timing('scannerAskMs', 10 * SECOND_MS);

export interface DeliveryOptions {
  /** Journals of earlier runs, oldest first. */
  readonly earlier: readonly EarlierJournal[];
  readonly journal: Journal;
  readonly record: ScanRecord;
  /** Set when reads were journalled, Redis is back, or the input is over. */
  readonly workAvailable: AutoResetEvent;
  /** Ends the attempts. To abort it, also close the record and set `workAvailable`. */
  readonly giveUp: AbortSignal;
  readonly say: (text: string) => void;
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
 * 2. On each new connection, and every ten seconds, each sender reads from Redis how much of its journal is stored: Redis
 *    may have lost reads (`journal-sender.ts`).
 * 3. It then sends the following reads in batches. One script stores a batch and moves that mark in one step, so a batch
 *    that is sent twice is stored once (`scan-record.ts`).
 * 4. With nothing to send, or without Redis, it waits until more is on disk, Redis is back or the input is over. It is
 *    done only when a last look at Redis finds everything: a connection may have died unnoticed.
 * 5. What Redis refuses is sent again every half second.
 */
export class Delivery {
  /** The sender of the own journal. */
  readonly sender: JournalSender;
  readonly #options: DeliveryOptions;
  /** The journals of earlier runs that this Redis has, or had. */
  readonly #earlier: EarlierDelivery[] = [];
  #isRefused = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.sender = new JournalSender(options.journal, options.record);
  }

  /** Returns whether all is in Redis, and reports it if not; `isInputOver`: no more reads will be journalled. */
  async run(isInputOver: () => boolean): Promise<boolean> {
    const { earlier, journal, say } = this.#options;
    let isAllThere = true;
    for (const one of earlier) isAllThere = (await this.#sendEarlier(one)) && isAllThere;
    isAllThere = (await this.#sendOwn(isInputOver)) && isAllThere;
    // After a second Ctrl-C a read may still be on its way to the disk, where the mark would meet it.
    if (isAllThere && isInputOver()) await this.#markSent();
    if (!isAllThere) {
      say(
        `Not everything is in Redis yet. It is safe in ${dirname(journal.path)} ` +
          'and is sent at the next start of this source.',
      );
    }
    return isAllThere;
  }

  async close(): Promise<void> {
    for (const { file } of this.#earlier) await file.close();
  }

  async #sendOwn(isInputOver: () => boolean): Promise<boolean> {
    const senders = [...this.#earlier.map(({ sender }) => sender), this.sender];
    const askAgain = (): void => {
      for (const one of senders) one.askAgain();
      this.#options.workAvailable.set();
    };
    const timer = setInterval(askAgain, ASK_AGAIN_MS);
    try {
      if (!(await this.#send(senders, isInputOver))) return false;
      askAgain();
      return await this.#send(senders, isInputOver);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Sends the journal of an earlier run, and watches it from then on. One that was completely stored is sent again only
   * if this Redis knows it and has lost some of it; an unknown one belongs to another Redis or to a race long gone. An
   * unreadable one must not delay new reads.
   */
  async #sendEarlier(journal: EarlierJournal): Promise<boolean> {
    const { record, giveUp, say } = this.#options;
    try {
      const file = await open(journal.path, 'r+');
      const sender = new JournalSender({ ...journal, file }, record, true);
      while (sender.isKnown === undefined && !giveUp.aborted) await this.#tryStep(sender);
      if (journal.isComplete && !sender.isKnown) {
        await file.close();
        return true;
      }
      this.#earlier.push({ journal, file, sender });
      const isSent = await this.#send([sender], () => true);
      const sent = sender.counts.stored + sender.counts.duplicates;
      if (isSent && sent > 0) {
        say(`Sent ${sent} reads that an earlier run (${journal.header.session}) had left behind.`);
      }
      return isSent;
    } catch (error) {
      say(`The journal ${journal.path} of an earlier run fails: ${(error as Error).message}.`);
      return false;
    }
  }

  /** After a failure here the next start only checks again. */
  async #markSent(): Promise<void> {
    const { journal, say } = this.#options;
    try {
      for (const { journal: earlier, file } of this.#earlier) {
        if (!earlier.isComplete) await markEarlierComplete(file, earlier);
      }
      await journal.markComplete();
    } catch (error) {
      say(`The journal could not be marked as sent (${(error as Error).message}).`);
    }
  }

  async #send(senders: readonly JournalSender[], isInputOver: () => boolean): Promise<boolean> {
    const { record, workAvailable, giveUp } = this.#options;
    while (!giveUp.aborted) {
      const next = senders.find((sender) => !sender.isDone);
      if (next) await this.#tryStep(next);
      // A server that takes over from an unreachable Redis may lack its last reads.
      else if (isInputOver() && record.isConnected) return true;
      else await workAvailable.wait();
    }
    return senders.every((sender) => sender.isDone);
  }

  async #tryStep(sender: JournalSender): Promise<void> {
    const { record, workAvailable, giveUp, say } = this.#options;
    try {
      await sender.step();
      this.#isRefused = false;
    } catch (error) {
      if (giveUp.aborted) return;
      if (!record.isConnected) {
        await workAvailable.wait();
        return;
      }
      if (!this.#isRefused) {
        say(
          `Redis does not take the reads (${(error as Error).message}). They are safe in the journal; ` +
            'this goes on trying, also after the last read, until Redis takes them or Ctrl-C.',
        );
      }
      this.#isRefused = true;
      await delay(RETRY_MS);
    }
  }
}
