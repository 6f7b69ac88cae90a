import type { SaveRunnerReply } from '#shared/wire/admin-api.ts';

import type { Calls } from '../calls/calls.ts';

/**
 * Takes back the last change of a runner (POST /apiadmin/:runnerId/undo). With
 * a version, only if that change is still the last one.
 */
export function undoLastChange(
  calls: Calls,
  runnerId: string,
  version?: number,
): Promise<SaveRunnerReply> {
  return calls.send('POST', `/apiadmin/${encodeURIComponent(runnerId)}/undo`, { version });
}
