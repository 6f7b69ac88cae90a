import { randomUUID } from 'node:crypto';

import { Refusal } from '#server/system/refusal.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import type { RacePlan } from './change-race.ts';
import type { LiveRace } from './live-race.ts';

/**
 * Replaces the settings. Another `setup` makes another race, in a new epoch (FEED.md CF31).
 * @throws {Refusal} if runners are entered in a removed distance
 */
export function planConfig(
  race: Pick<LiveRace, 'config' | 'listRunners'>,
  config: RaceConfig,
  by: string,
): RacePlan {
  const { config: before } = race;
  const audit = { by, action: 'config', before, after: config };
  if (config.setup === before.setup) return { ops: [{ op: 'put-config', config }], audit };
  const next = coursesOf(config);
  const gone = new Set<EventCode>(coursesOf(before).events.filter((one) => !next.hasEvent(one)));
  for (const { event } of gone.size > 0 ? race.listRunners() : []) {
    if (!gone.has(event)) continue;
    throw new Refusal(
      409,
      `Runners are entered for the distance ${event}. Nothing was saved: move them to another first.`,
    );
  }
  return {
    epoch: randomUUID(),
    writes: Object.entries(config).map(([field, value]) => ({ part: 'config', field, value })),
    ops: [{ op: 'reload' }],
    audit,
  };
}
