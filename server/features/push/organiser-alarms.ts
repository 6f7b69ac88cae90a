import type { OrganiserRecords } from '#server/store/organiser-records.ts';
import type { AlarmRecords, AlarmSubscription } from '#server/store/alarm-records.ts';
import type { PushTarget } from '#server/store/push-records.ts';
import { type DurationMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { describeAlarms, findAlarms } from './find-alarms.ts';
import { fitMessage } from './send-push.ts';
import type { Audience, PushSender } from './push-sender.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceForecasts } from '#server/race/race-forecasts.ts';
import { isClaimed, nameAlarm } from '#shared/control/to-do.ts';

/** Browsers renew their subscription once a day. */
const LONGEST_MS: DurationMs = 72 * HOUR_MS;
/** A phone may be out of coverage for a while. */
const GOOD_FOR_MS: DurationMs = 2 * HOUR_MS;

const LOOK_MS: DurationMs = 10 * SECOND_MS;
/** Bounds the load of a large field: the pause after a look, as a multiple of its duration. */
const REST = 30;
/** Keeps the worst. */
const MOST_STANDING = 1_000;

export interface OrganiserAlarmParts {
  readonly race: LiveRace;
  readonly forecasts: Pick<RaceForecasts, 'find'>;
  readonly sender: PushSender;
  readonly records: AlarmRecords;
  readonly accounts: Pick<OrganiserRecords, 'find'>;
  /** All accounts are in the record; with Firebase they aren't. */
  readonly isLocal: boolean;
  readonly logger: Logger;
}

/**
 * Sends the alarms of race control to subscribed organisers by Web Push (PROTOCOL.md WP13, WP14). Checks the list
 * regularly while there are subscriptions; the first instance to claim a new alarm in Redis sends it.
 */
export class OrganiserAlarms {
  readonly #parts: OrganiserAlarmParts;
  readonly #audience: Audience;
  readonly #timer: NodeJS.Timeout;
  #restUntilMs = 0;
  #looking: Promise<void> | undefined;

  constructor(parts: OrganiserAlarmParts) {
    const { records, logger } = parts;
    this.#parts = parts;
    this.#audience = {
      read: (id) => this.#read(id),
      forget: (endpoint) => records.remove(endpoint),
      goodForMs: GOOD_FOR_MS,
    };
    this.#timer = setInterval(() => {
      if (performance.now() < this.#restUntilMs) return;
      this.look().catch((error: unknown) => {
        // Nothing was claimed, so new alarms remain new at the next look.
        logger.warn({ err: error }, 'Cannot look for alarms');
      });
    }, LOOK_MS).unref();
  }

  /** Subscribes a browser to new alarms. */
  async begin(subscription: AlarmSubscription): Promise<void> {
    if (await this.#parts.records.put(subscription)) await this.look();
  }

  /** Looks once, starting after the call. Rejects while Redis is down. */
  async look(): Promise<void> {
    await this.#looking?.catch(() => undefined);
    this.#looking ??= this.#lookOnce().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Stops the regular looks. */
  stopLooking(): void {
    clearInterval(this.#timer);
  }

  close(): void {
    this.stopLooking();
    this.#parts.sender.close();
  }

  async #lookOnce(): Promise<void> {
    const { race, forecasts, records, sender } = this.#parts;
    const ids = await records.listIds();
    if (ids.length === 0) {
      await records.forgetClaims();
      return;
    }
    if (!race.isLoaded) return;
    const startedMs = performance.now();
    const nowMs = Date.now();
    const standing = (await findAlarms(race, forecasts, nowMs))?.slice(0, MOST_STANDING);
    const endedMs = performance.now();
    this.#restUntilMs = endedMs + REST * (endedMs - startedMs);
    if (!standing) return;
    const fresh = await records.claim(standing.map(nameAlarm), nowMs);
    const control = race.missing.listControl();
    const alarms = standing.filter((one) => fresh.has(nameAlarm(one)) && !isClaimed(one, control));
    for (const message of describeAlarms(alarms, race.config)) {
      const messages = new Map([['en', fitMessage(message)] as const]);
      for (const id of ids) sender.send(this.#audience, id, message.about, messages);
    }
  }

  /** Reads a subscription, and forgets it if its account has lost the right. */
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
