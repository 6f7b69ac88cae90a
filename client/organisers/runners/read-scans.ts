import type { RunnerScansBody } from '#shared/wire/runners-api.ts';

import type { Calls } from '../calls/calls.ts';
import { NO_USE } from '../calls/calls.ts';

/** Every scan of the wristbands a runner holds now, with its verdict. */
export function readScans(calls: Calls, runnerId: string): Promise<RunnerScansBody> {
  return calls.get(`/apiadmin/${encodeURIComponent(runnerId)}/scans`, NO_USE);
}
