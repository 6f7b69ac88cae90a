import type { OrganiserRecords } from '#server/store/organiser-records.ts';
import type { AlarmRecords, AlarmSubscription } from '#server/store/alarm-records.ts';
import type { PushTarget } from '#server/store/codec-of-subscriptions.ts';
import { type DurationMs, HOUR_MS } from '#shared/model/time.ts';

import { AlarmWatch, type AlarmWatchParts } from './alarm-watch.ts';
import { describeAlarms } from './describe-alarm.ts';
import { fitMessage } from './fit-message.ts';
import { PushSender, type PushSenderParts } from './push-sender.ts';

/** As long as a marshal's pass; browsers renew theirs once a day. */
const LONGEST_MS: DurationMs = 72 * HOUR_MS;
/** An alarm still matters when the phone comes out of a valley. */
const GOOD_FOR_MS: DurationMs = 2 * HOUR_MS;

export interface OrganiserAlarmParts
  extends
    Pick<AlarmWatchParts, 'race' | 'forecasts'>,
    Pick<PushSenderParts, 'send' | 'vapid' | 'count' | 'logger'> {
  readonly records: AlarmRecords;
  readonly accounts: Pick<OrganiserRecords, 'find'>;
  /** Whether only accounts in the record exist: Firebase has others. */
  readonly isLocal: boolean;
}

/**
 * Alarms of race control to the organisers who want them, by Web Push (PROTOCOL.md WP13 to WP15).
 */
export class OrganiserAlarms {
  readonly watch: AlarmWatch;
  readonly #sender: PushSender;
  readonly #parts: OrganiserAlarmParts;

  constructor(parts: OrganiserAlarmParts) {
    const { race, forecasts, records, logger } = parts;
    this.#parts = parts;
    this.#sender = new PushSender({
      ...parts,
      read: (id) => this.#read(id),
      forget: (endpoint) => records.remove(endpoint),
      // No browser is dropped for another here.
      noteTaken: () => Promise.resolve(),
      goodForMs: GOOD_FOR_MS,
    });
    this.watch = new AlarmWatch({
      race,
      forecasts,
      records,
      logger,
      tell: (alarms, ids) => {
        for (const message of describeAlarms(alarms, race.config)) {
          const messages = new Map([['en', fitMessage(message)] as const]);
          for (const id of ids) this.#sender.send(id, message.about, messages);
        }
      },
    });
  }

  /** Sends a browser what is new from now on. */
  async begin(subscription: AlarmSubscription): Promise<void> {
    if (await this.#parts.records.put(subscription)) await this.watch.look();
  }

  close(): void {
    this.watch.close();
    this.#sender.close();
  }

  /** Read when a message is sent: a subscription whose account has changed gets nothing, and is forgotten. */
  async #read(id: string): Promise<PushTarget | undefined> {
    const { records } = this.#parts;
    const kept = await records.read(id);
    if (!kept) return undefined;
    if (await this.#isEntitled(kept)) return { ...kept, language: 'en' };
    await records.remove(kept.endpoint);
    return undefined;
  }

  async #isEntitled({ email, role, generation, atMs }: AlarmSubscription): Promise<boolean> {
    if (Date.now() - atMs > LONGEST_MS) return false;
    const record = (await this.#parts.accounts.find(email))?.record;
    if (!record) return !this.#parts.isLocal;
    return !record.disabled && record.generation === generation && record.role === role;
  }
}
