import { randomUUID } from 'node:crypto';

import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import type { RacePlan } from './change-race.ts';
import type { LiveRace } from './live-race.ts';

/** A removed event has entries, or an entry names a removed event: nothing was written. */
export class DistanceGoneError extends Error {
  override readonly name = 'DistanceGoneError';
}

/**
 * Replaces the settings. With another `setup` it is another race, which everybody loads again, in a new epoch
 * (FEED.md CF31). @throws {DistanceGoneError} where runners are entered for a distance that goes
 */
export function planConfig(
  race: Pick<LiveRace, 'config' | 'listRunners'>,
  config: RaceConfig,
  by: string,
): RacePlan {
  const { config: before } = race;
  const audit = { by, action: 'config', before, after: config };
  if (config.setup === before.setup) return { ops: [{ op: 'put-config', config }], audit };
  requireNobodyGone(race, config);
  return {
    epoch: randomUUID(),
    writes: Object.entries(config).map(([field, value]) => ({ part: 'config', field, value })),
    ops: [{ op: 'reload' }],
    audit,
  };
}

function requireNobodyGone(
  race: Pick<LiveRace, 'config' | 'listRunners'>,
  after: RaceConfig,
): void {
  const next = coursesOf(after);
  const gone = new Set<EventCode>(
    coursesOf(race.config).events.filter((event) => !next.hasEvent(event)),
  );
  if (gone.size === 0) return;
  for (const { event } of race.listRunners()) {
    if (!gone.has(event)) continue;
    throw new DistanceGoneError(
      `Runners are entered for the distance ${event}. Nothing was saved: move them to another first.`,
    );
  }
}
