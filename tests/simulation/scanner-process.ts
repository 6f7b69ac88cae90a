import { Journal } from '#server/scanner/journal/journal.ts';
import { openJournalFolder } from '#server/scanner/journal/journal-folder.ts';
import { JournalReader, type TakenRead } from '#server/scanner/journal/journal-lines.ts';
import { findEarlierJournals } from '#server/scanner/journal/journal-recovery.ts';
import { AutoResetEvent } from '#server/scanner/sending/auto-reset-event.ts';
import { Delivery } from '#server/scanner/sending/delivery.ts';
import { JournalSender } from '#server/scanner/sending/journal-sender.ts';
import { RedisWatch } from '#server/scanner/sending/redis-link.ts';
import { ScanRecord } from '#server/scanner/sending/scan-record.ts';
import { createScanId } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { ReadOperation } from '#tests/harness/history.ts';
import { redisAt } from '#tests/support/redis-at.ts';

import type { ModelRedis } from './model-redis.ts';
import { NetworkLink } from './network.ts';
import { type LibraryFaults, ScannerClient } from './scanner-client.ts';
import { Process, type World } from './world.ts';

export const RACE_KEY = 'simulated';
export const SETTINGS = redisAt('redis://simulated:6379');
const silent = (): void => undefined;

/** The scanner of a mat: the journal and the sending of the product, on a simulated machine. */
export class ScannerProcess {
  readonly process: Process;
  readonly link: NetworkLink;
  readonly links: readonly NetworkLink[];
  readonly history: ReadOperation[] = [];
  readonly #redis: ModelRedis;
  #journal: Journal | undefined;
  #sender: JournalSender | undefined;
  #areEarlierSent = false;
  #client: LibraryFaults | undefined;
  /** Those it was given in this life, and has not said to be on disk. */
  #open = new Set<string>();

  constructor(world: World, name: string, redis: ModelRedis) {
    this.#redis = redis;
    this.process = new Process(name);
    this.link = new NetworkLink(world, this.process);
    this.links = [this.link];
  }

  /** Whether all it has on disk is in Redis, as far as it knows. */
  get isDone(): boolean {
    return this.#areEarlierSent && this.#sender?.isDone === true;
  }

  /** What its library of Redis may do. */
  get library(): LibraryFaults | undefined {
    return this.#client;
  }

  async start(): Promise<void> {
    const { name, life } = this.process;
    const folder = await openJournalFolder(`/${name}`, name);
    const earlier = await findEarlierJournals(folder, RACE_KEY, silent);
    const workAvailable = new AutoResetEvent();
    const wake = (): void => workAvailable.set();
    const record = new ScanRecord(
      SETTINGS,
      RACE_KEY,
      new RedisWatch(SETTINGS, silent, wake),
      (_settings, listener) => {
        const client = new ScannerClient(this.link, this.#redis, listener);
        this.#client = client;
        return client.asRedis;
      },
    );
    const listener = {
      onWritten: wake,
      onBlocked: silent,
      onUnblocked: silent,
      onRestored: silent,
    };
    const never = new AbortController().signal;
    const header = {
      raceKey: RACE_KEY,
      source: name,
      session: `session-${String(life).padStart(4, '0')}`,
    };
    const journal = await Journal.create(folder, header, listener, never);
    const sender = new JournalSender(journal, JournalReader.over(journal), record);
    this.#journal = journal;
    this.#sender = sender;
    const options = { record, workAvailable, giveUp: never, onRefused: silent, onStalled: silent };
    const delivery = new Delivery(options);
    for (const one of earlier) await delivery.deliverEarlier(one);
    this.#areEarlierSent = true;
    await delivery.deliver(sender, () => false);
  }

  die(): void {
    this.#journal = undefined;
    this.#sender = undefined;
    this.#client = undefined;
    this.#areEarlierSent = false;
    for (const scanId of this.#open)
      this.history.push({ kind: 'read', scanId, outcome: 'unknown' });
    this.#open = new Set();
  }

  /** A reader gives it a read: ok once the journal says that it is on disk. */
  async give(
    given: Omit<TakenRead, 'receivedMs'> & { readonly points: readonly TimePoint[] },
  ): Promise<void> {
    const scanId = createScanId({ source: this.process.name, ...given });
    const journal = this.#journal;
    if (!journal) {
      this.history.push({ kind: 'read', scanId, outcome: 'failed' });
      return;
    }
    this.#open.add(scanId);
    await journal.append([{ ...given, receivedMs: Date.now() }]);
    this.#open.delete(scanId);
    this.history.push({ kind: 'read', scanId, outcome: 'ok' });
  }

  /** What nobody waited for any longer. */
  endHistory(): readonly ReadOperation[] {
    const left = [...this.#open].map(
      (scanId) => ({ kind: 'read', scanId, outcome: 'unknown' }) as const,
    );
    return [...this.history, ...left];
  }
}
