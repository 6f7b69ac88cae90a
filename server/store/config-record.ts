import { randomUUID } from 'node:crypto';

import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import { commit } from './commit.ts';
import { readRunners } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import { readConfig, readState } from './race-record.ts';
import type { RecordWrite } from './records.ts';
import type { RedisClient } from './redis-connection.ts';

/** Decides on the present settings; undefined for no change. */
export type ConfigChange = (current: RaceConfig) => RaceConfig | undefined;

/** The settings before and after, and the version of the race with them. */
export interface SavedConfig {
  readonly before: RaceConfig;
  readonly config: RaceConfig;
  readonly version: number;
}

/** A removed event has entries, or an entry names a removed event: nothing was written. */
export class DistanceGoneError extends Error {
  override readonly name = 'DistanceGoneError';
}

/**
 * Saves the settings. Of two people saving at once, the later one decides on the earlier one's result. No decision
 * writes nothing. With another `setup` it is another race, which everybody loads again, in a new epoch (FEED.md CF31).
 * @throws {DistanceGoneError} where runners are entered for a distance that goes
 */
export async function saveConfig(
  client: RedisClient,
  keys: RaceKeys,
  change: ConfigChange,
  by: string,
): Promise<SavedConfig | undefined> {
  for (;;) {
    const { epoch, edits } = await readState(client, keys);
    const before = await readConfig(client, keys);
    const config = change(before);
    if (!config) return undefined;
    const isOther = config.setup !== before.setup;
    if (isOther) await requireNobodyGone(client, keys, before, config);
    const writes = Object.entries(config).map(([field, value]): RecordWrite => {
      return { part: 'config', field, value };
    });
    const outcome = await commit(client, keys, {
      on: { epoch, edits },
      ...(isOther && { epoch: randomUUID(), writes }),
      ops: [isOther ? { op: 'reload' } : { op: 'put-config', config }],
      audit: { by, action: 'config', before, after: config },
    });
    if (outcome.ok) return { before, config, version: outcome.value.version };
  }
}

/** @throws {DistanceGoneError} */
async function requireNobodyGone(
  client: RedisClient,
  keys: RaceKeys,
  before: RaceConfig,
  after: RaceConfig,
): Promise<void> {
  const next = coursesOf(after);
  const gone = new Set<EventCode>(
    coursesOf(before).events.filter((event) => !next.hasEvent(event)),
  );
  if (gone.size === 0) return;
  const entered = await readRunners(client, keys.runners);
  const one = entered.find(({ event }) => gone.has(event));
  if (!one) return;
  throw new DistanceGoneError(
    `Runners are entered for the distance ${one.event}. Nothing was saved: move them to another first.`,
  );
}
