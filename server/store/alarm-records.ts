import * as z from 'zod/mini';

import type { EpochMs } from '#shared/model/time.ts';
import { ROLES } from '#shared/wire/auth-api.ts';

import { parseAs } from './codec.ts';
import { browserAddress, idOf } from './push-records.ts';
import { StoredRecords } from './redis-connection.ts';

/** The browsers of one organiser, and of all. */
const MOST_OF_ORGANISER = 5;
const MOST_ALARM_BROWSERS = 200;
/** A matter that disappeared may return to the list this soon: another instance may lag behind. */
const GONE_MS = 5 * 60_000;
/** The note of a matter on the list; for one that has disappeared, since when. */
const PRESENT = '';

const alarmSubscription = z.object({
  ...browserAddress,
  email: z.string(),
  role: z.enum(ROLES),
  /** The generation of the account at that time. */
  generation: z.number(),
  atMs: z.number(),
});
/** A browser that gets alarms, and the account whose rights it has. */
export type AlarmSubscription = Readonly<z.infer<typeof alarmSubscription>>;

/** Which organisers' browsers get alarms, and which matters they got; shared by all instances. */
export class AlarmRecords extends StoredRecords {
  /** Replaces the browser of the same endpoint; the oldest of too many are dropped. Returns true for a new one. */
  async put(subscription: AlarmSubscription): Promise<boolean> {
    const { alarms } = this.keys;
    const text = JSON.stringify(subscription);
    const added = await this.client.hSet(alarms, idOf(subscription.endpoint), text);
    const all = Object.entries(await this.client.hGetAll(alarms))
      .map(([id, text]) => ({ id, kept: parseAs(alarmSubscription, text) }))
      .toSorted((a, b) => (b.kept?.atMs ?? 0) - (a.kept?.atMs ?? 0));
    const own = all.filter(({ kept }) => kept?.email === subscription.email);
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
   * Returns the present matters that were absent at the last look of any instance: each is claimed once. Matters at the
   * first look are not new.
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
    const standing = new Set(names);
    const leave = async ([name, goneSince]: [string, string]): Promise<void> => {
      if (standing.has(name)) return;
      if (goneSince === PRESENT) await this.client.hSet(alarmed, name, String(nowMs));
      else if (nowMs - Number(goneSince) > GONE_MS) await this.client.hDel(alarmed, name);
    };
    await Promise.all([...names.map(claim), ...Object.entries(known).map(leave)]);
    return fresh;
  }

  /** Forgets all browsers; returns how many. */
  async clear(): Promise<number> {
    const { length } = await this.listIds();
    await this.client.del(this.keys.alarms);
    return length;
  }

  /** For a time without subscribers: the next look counts as the first. */
  async forgetClaims(): Promise<void> {
    await this.client.del(this.keys.alarmed);
  }
}
