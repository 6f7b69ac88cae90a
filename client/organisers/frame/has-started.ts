import type { EpochMs } from '#shared/model/time.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';

import type { FetchedConfig } from '../config/read-config.ts';
import { offsetOf } from '../config/read-config.ts';

/** Whether the first start of the race has passed, by the server's clock; not while none is set. `nowMs` is this browser's. */
export function hasStarted(config: FetchedConfig, nowMs: EpochMs): boolean {
  const serverNowMs = nowMs + offsetOf(config);
  const guns = Object.values(scoringRulesOf(config).guns).filter((gun) => gun !== undefined);
  return guns.some((gunMs) => gunMs <= serverNowMs);
}
