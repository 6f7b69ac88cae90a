import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

import type { Calls } from '../calls/calls.ts';
import { NO_USE } from '../calls/calls.ts';

/** The settings, and this browser's clock before and after `serverTime` was read. */
export interface FetchedConfig extends ConfigBody {
  readonly askedMs: EpochMs;
  readonly answeredMs: EpochMs;
}

/** How far the server's clock was ahead of this browser's when the settings were fetched. */
export function offsetOf({ serverTime, askedMs, answeredMs }: FetchedConfig): DurationMs {
  return serverTime - (askedMs + answeredMs) / 2;
}

/** The settings as `useQuery` fetches them; every screen that shows a part shares one fetch. */
export function readConfig(calls: Calls): {
  readonly queryKey: readonly ['config'];
  readonly queryFn: () => Promise<FetchedConfig>;
} {
  return {
    queryKey: ['config'],
    queryFn: () => timed(() => calls.get<ConfigBody>('/webconfig', NO_USE)),
  };
}

/** Notes when the settings were asked for and when they came. */
export async function timed(ask: () => Promise<ConfigBody>): Promise<FetchedConfig> {
  const askedMs = Date.now();
  const config = await ask();
  return { ...config, askedMs, answeredMs: Date.now() };
}
