import type { HistoryEntry, SaveRunnerReply } from '#shared/wire/runners-api.ts';

import type { Calls } from '../calls/calls.ts';

/** Every change of a runner, newest first; also of one who was deleted. */
export function readHistory(calls: Calls, runnerId: string): Promise<readonly HistoryEntry[]> {
  return calls.get(`/apiadmin/${encodeURIComponent(runnerId)}/history`);
}

/**
 * Takes back a change of a runner (POST /apiadmin/:runnerId/undo), if it is
 * still the last one: `version` is the one that is to be undone.
 */
export function undoLastChange(
  calls: Calls,
  runnerId: string,
  version: number,
): Promise<SaveRunnerReply> {
  return calls.send('POST', `/apiadmin/${encodeURIComponent(runnerId)}/undo`, { version });
}
