import type { QueryClient } from '@tanstack/react-query';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import type { SettingsImpact } from '#shared/wire/settings-impact.ts';

import type { Calls } from '../calls/calls.ts';
import type { FetchedConfig } from './read-config.ts';
import { readConfig, timed } from './read-config.ts';

/** Settings to change; what is not named of the starts and of the closed distances stays as it is. */
export type ConfigChanges = Partial<Omit<RaceConfig, 'starts' | 'closedEvents'>> & {
  readonly starts?: Partial<RaceConfig['starts']>;
  readonly closedEvents?: Partial<RaceConfig['closedEvents']>;
};

/** The settings as the server has them now; every screen learns of them. */
export async function fetchLatestConfig(
  calls: Calls,
  queries: QueryClient,
): Promise<FetchedConfig> {
  const query = readConfig(calls);
  // A fetch that is already on its way may bring what was there a while ago.
  await queries.cancelQueries({ queryKey: query.queryKey });
  return queries.fetchQuery({ ...query, staleTime: 0, retry: false });
}

/** What `changes` would make of the results; nothing is saved. */
export function previewConfig(calls: Calls, changes: ConfigChanges): Promise<SettingsImpact> {
  return calls.send<SettingsImpact>('POST', '/webconfig/preview', changes);
}

/**
 * Saves `changes` and nothing else. The call always carries four settings
 * (SCREENS.md SF3); those that go back as they were in `latest` are left alone,
 * and nothing is saved where somebody else changed the same meanwhile (409).
 */
export async function saveConfig(
  calls: Calls,
  queries: QueryClient,
  latest: RaceConfig,
  changes: ConfigChanges,
): Promise<FetchedConfig> {
  const { pageTitle, distances, wayPoints, KOMs } = latest;
  const settings = { pageTitle, distances, wayPoints, KOMs, ...changes };
  const fields = Object.keys(settings) as (keyof RaceConfig)[];
  const was = Object.fromEntries(fields.map((field) => [field, latest[field]]));
  const body = { ...settings, was };
  const saved = await timed(() => calls.send<ConfigBody>('PUT', '/webconfig', body));
  const { queryKey } = readConfig(calls);
  // A fetch that began before the save would bring back what was there before it.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, saved);
  return saved;
}
