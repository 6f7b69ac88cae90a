import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';

import { buildConfig } from './builders.ts';
import { changeSettings } from './change-settings.ts';
import type { TestRace } from './file-redis.ts';
import { ingestScans } from './ingest-scans.ts';

export interface Stage {
  readonly runners: readonly Runner[];
  /** On top of `buildConfig()`. */
  readonly config?: Partial<RaceConfig>;
  readonly scans?: readonly Scan[];
}

/** Sets up a race's settings, runners and reads. */
export async function stageRace(
  { store, redis, keys }: TestRace,
  { runners, config, scans = [] }: Stage,
): Promise<void> {
  await changeSettings(store, () => buildConfig(config), 'x');
  await store.replaceRunners(runners, { by: 'x' });
  if (scans.length > 0) await ingestScans(redis, keys, scans);
}
