import * as z from 'zod/mini';

import type { EpochMs } from '#shared/model/time.ts';
import { ROLES } from '#shared/wire/auth-api.ts';

import { parseAs } from './codec.ts';
import { browserAddress, idOf } from './push-records.ts';
import { StoredRecords } from './redis-connection.ts';

/** The most browsers of one organiser, and in all. */
const MOST_OF_ORGANISER = 5;
const MOST_ALARM_BROWSERS = 200;
/** A matter that disappeared and returns within this time is not new: an instance may lag behind. */
const GONE_MS = 5 * 60_000;
/** The value of a matter that is present; otherwise when it disappeared. */
const PRESENT = '';

const alarmSubscription = z.object({
  ...browserAddress,
  email: z.string(),
  role: z.enum(ROLES),
  /** The generation of the account when the browser subscribed. */
  generation: z.number(),
  atMs: z.number(),
});
/** A browser that gets alarms, and the account that it gets them for. */
export type AlarmSubscription = Readonly<z.infer<typeof alarmSubscription>>;

/** The organisers' browsers that get alarms, and the matters already sent; shared by all instances. */
export class AlarmRecords extends StoredRecords {
  /** Replaces the browser of the same endpoint; drops the oldest beyond the limits. Returns whether it is new. */
  async put(subscription: AlarmSubscription): Promise<boolean> {
    const { alarms } = this.keys;
    const text = JSON.stringify(subscription);
    const added = await this.client.hSet(alarms, idOf(subscription.endpoint), text);
    const all = Object.entries(await this.client.hGetAll(alarms))
      .map(([id, text]) => ({ id, stored: parseAs(alarmSubscription, text) }))
      .toSorted((a, b) => (b.stored?.atMs ?? 0) - (a.stored?.atMs ?? 0));
    const own = all.filter(({ stored }) => stored?.email === subscription.email);
    const over = [...own.slice(MOST_OF_ORGANISER), ...all.slice(MOST_ALARM_BROWSERS)];
    const ids = over.map(({ id }) => id);
    if (ids.length > 0) await this.client.hDel(alarms, ids);
    return added > 0;
  }

  async remove(endpoint: string): Promise<void> {
    await this.client.hDel(this.keys.alarms, idOf(endpoint));
  }

  listIds(): Promise<string[]> {
    return this.client.hKeys(this.keys.alarms);
  }

  async read(id: string): Promise<AlarmSubscription | undefined> {
    return parseAs(alarmSubscription, await this.client.hGet(this.keys.alarms, id));
  }

  /**
   * Updates the present matters; returns the new ones, each to one instance only. None is new at the first call.
   */
  async claim(names: readonly string[], nowMs: EpochMs): Promise<ReadonlySet<string>> {
    const { alarmed } = this.keys;
    const isFirst = (await this.client.hSetNX(alarmed, 'begun', String(nowMs))) === 1;
    const { begun: _begun, ...known } = await this.client.hGetAll(alarmed);
    const fresh = new Set<string>();
    const claim = async (name: string): Promise<void> => {
      if (known[name] === undefined) {
        if ((await this.client.hSetNX(alarmed, name, PRESENT)) === 1 && !isFirst) fresh.add(name);
      } else if (known[name] !== PRESENT) await this.client.hSet(alarmed, name, PRESENT);
    };
    const present = new Set(names);
    const expire = async ([name, goneSince]: [string, string]): Promise<void> => {
      if (present.has(name)) return;
      if (goneSince === PRESENT) await this.client.hSet(alarmed, name, String(nowMs));
      else if (nowMs - Number(goneSince) > GONE_MS) await this.client.hDel(alarmed, name);
    };
    await Promise.all([...names.map(claim), ...Object.entries(known).map(expire)]);
    return fresh;
  }

  /** Forgets all browsers; returns how many. */
  async clear(): Promise<number> {
    const { length } = await this.listIds();
    await this.client.del(this.keys.alarms);
    return length;
  }

  /** For a time without subscribers: the next call of {@link claim} counts as the first. */
  async forgetClaims(): Promise<void> {
    await this.client.del(this.keys.alarmed);
  }
}
