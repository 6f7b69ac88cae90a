import type { RaceConfig } from '#shared/model/race-config.ts';

import { logOnce } from '#client/live/log-once.ts';
import { CallError } from '#client/organisers/calls/call-error.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import type { ConfigChanges } from '#client/organisers/config/save-config.ts';
import { previewConfig } from '#client/organisers/config/save-config.ts';
import { describeImpact } from './describe-impact.ts';

/** What changes would do to the results, in lines; undefined when that cannot be told. */
export async function lookAhead(
  calls: Calls,
  changes: ConfigChanges,
  config: RaceConfig,
): Promise<readonly string[] | undefined> {
  try {
    return describeImpact(await previewConfig(calls, changes), config);
  } catch (error) {
    // What cannot be read is for the save to refuse, field by field.
    if (error instanceof CallError && error.status === 400) return [];
    logOnce('what the settings would do cannot be told', error);
    return undefined;
  }
}
