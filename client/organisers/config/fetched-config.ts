import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import {
  type QueryClient,
  queryOptions,
  useQuery,
  type UseQueryResult,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type SettingChanges, type SettingValues, changesOf } from '#shared/model/setting-parts.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import {
  type ConfigConflictBody,
  SPEC_SETTINGS,
  type SettingsImpact,
} from '#shared/wire/config-api.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { CallError } from '../calls/call-error.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

/** The settings as they were fetched last, or pushed since. */
export interface FetchedConfig extends ConfigBody {
  /** How far the server's clock is ahead of this browser's, as estimated from all answers so far. */
  readonly offsetMs: DurationMs;
}

const QUERY_KEY = ['config'] as const;

/** The query of the settings, shared by all screens that show a part of them. */
export function configQuery(calls: Calls) {
  return queryOptions({
    queryKey: QUERY_KEY,
    queryFn: () => fetchTimed(calls, () => calls.get<ConfigBody>('/webconfig', NO_USE)),
  });
}

export function useConfig(): UseQueryResult<FetchedConfig> {
  return useQuery(configQuery(useCalls()));
}

/** A change of settings: the new values, and those that the organiser saw before. */
export interface SettingsChange {
  readonly values: SettingValues;
  readonly was: SettingValues;
}

/**
 * Saves only this change and updates every screen. Nothing is saved if somebody else has changed
 * the same settings since `was`: see {@link findConflict}.
 */
export async function saveSettings(
  calls: Calls,
  queries: QueryClient,
  change: SettingsChange,
  known: RaceConfig,
): Promise<FetchedConfig> {
  const body = toBody(change, known);
  try {
    const saved = await fetchTimed(calls, () => calls.send<ConfigBody>('PUT', '/webconfig', body));
    await publish(queries, saved);
    return saved;
  } catch (error) {
    const conflict = findConflict(error);
    if (conflict) await takeConfig(queries, conflict.current);
    throw error;
  }
}

/** Refetches the settings if any screen shows them. */
export function refreshConfig(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: QUERY_KEY });
}

/** Shows pushed settings on all screens (PROTOCOL.md AD7). */
export async function takeConfig(queries: QueryClient, pushed: ConfigBody): Promise<void> {
  const known = queries.getQueryData<FetchedConfig>(QUERY_KEY);
  // A push has no round trip, so it cannot correct the clock.
  if (known) await publish(queries, { ...pushed, offsetMs: known.offsetMs });
  else await refreshConfig(queries);
}

/** The settings that somebody else changed before this save, and all settings as they are now. */
export function findConflict(error: unknown): ConfigConflictBody | undefined {
  const isConflict = error instanceof CallError && error.status === 409 && 'current' in error.body;
  return isConflict ? (error.body as ConfigConflictBody) : undefined;
}

export function previewSettings(calls: Calls, values: SettingValues): Promise<SettingsImpact> {
  return calls.send<SettingsImpact>('POST', '/webconfig/preview', changesOf(values));
}

/** PUT /webconfig requires some settings: unchanged ones are sent with their old value. */
function toBody({ values, was }: SettingsChange, known: RaceConfig): object {
  const always = Object.fromEntries(SPEC_SETTINGS.map((name) => [name, known[name]]));
  return {
    ...always,
    ...changesOf(values),
    was: { ...always, ...changesOf(was) } satisfies SettingChanges,
  };
}

async function publish(queries: QueryClient, config: FetchedConfig): Promise<void> {
  // A fetch that began earlier would restore the old settings.
  await queries.cancelQueries({ queryKey: QUERY_KEY });
  queries.setQueryData(QUERY_KEY, config);
}

async function fetchTimed(
  { serverClock }: Calls,
  fetch: () => Promise<ConfigBody>,
): Promise<FetchedConfig> {
  const askedMs = Date.now();
  const config = await fetch();
  serverClock.add({ serverMs: config.serverTime, askedMs, answeredMs: Date.now() });
  return { ...config, offsetMs: serverClock.offsetMs };
}

/**
 * Whether the first start of the race has passed by the server's clock. `nowMs` is by this browser's clock.
 */
export function hasStarted(config: FetchedConfig, nowMs: EpochMs): boolean {
  const serverNowMs = nowMs + config.offsetMs;
  const guns = Object.values(scoringRulesOf(config).guns).filter((gun) => gun !== undefined);
  return guns.some((gunMs) => gunMs <= serverNowMs);
}

export function useSettingsAction(
  config: FetchedConfig,
  onSaved: (saved: FetchedConfig) => void,
): UseMutationResult<FetchedConfig, Error, SettingsChange> {
  const calls = useCalls();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change) => saveSettings(calls, queries, change, config),
    onSuccess: onSaved,
  });
}
