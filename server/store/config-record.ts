import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import { decodeConfig, encodeConfig } from './codec.ts';
import { commit, type CommitPlan, expectField } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Decides on the settings as they stand; undefined leaves them so. */
export type ConfigChange = (current: RaceConfig) => RaceConfig | undefined;

/** The settings as they were and as saved, and the version of the race that has them. */
export interface SavedConfig {
  readonly before: RaceConfig;
  readonly config: RaceConfig;
  readonly version: number;
}

/**
 * Saves the settings. Two people saving at once: the later one decides on
 * what the earlier one saved. Deciding on nothing writes nothing. With another
 * `setup` it is another race, which everybody loads anew (FEED.md CF31).
 * @throws {DistanceGoneError} where runners are entered for a distance that goes
 */
export async function saveConfig(
  client: RedisClient,
  keys: RaceKeys,
  change: ConfigChange,
  by: string,
): Promise<SavedConfig | undefined> {
  for (;;) {
    const before = await client.hGetAll(keys.config);
    const { config: current } = decodeConfig(before);
    const config = change(current);
    if (!config) return undefined;
    const fields = Object.entries(encodeConfig(config));
    const outcome = await commit(client, keys, {
      expect: fields.map(([field]) => expectField(keys.config, field, before[field])),
      set: fields.map(([field, value]) => ({ key: keys.config, field, value })),
      ...planRace(current, config),
      audit: { by, action: 'config', before: current, after: config },
    });
    if (outcome.ok) return { before: current, config, version: outcome.value.version };
  }
}

function planRace(before: RaceConfig, config: RaceConfig): Pick<CommitPlan, 'ops' | 'race'> {
  if (config.setup === before.setup) return { ops: [{ op: 'put-config', config }] };
  const { events } = coursesOf(config);
  const gone = coursesOf(before).events.filter((event) => !events.includes(event));
  return {
    ops: [{ op: 'reload' }],
    race: { events, gone },
  };
}
