import type { BandId, RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { SaveRunnerReply } from '#shared/wire/admin-api.ts';
import { presentAdminRunner } from '#server/race/present-admin-runner.ts';
import type { FoundRunner, RunnerChange, RunnerRecords } from '#server/store/runner-records.ts';
import { findOtherHolder } from '#server/store/runner-records.ts';

/** What a command makes of what it found: an answer at once, or a change to write. */
export type Decision =
  | { readonly reply: SaveRunnerReply }
  | { readonly write: Pick<RunnerChange, 'after' | 'action'> };

/** The answer, and the version that was written if anything was. */
export interface Saved {
  readonly reply: SaveRunnerReply;
  readonly version?: number;
}

/**
 * Decides on the runner as it stands and writes, again and again until nobody
 * moved what was decided on: of any number of people who want one wristband at
 * one moment, the first to be written has it and the others decide anew.
 */
export async function changeRunner(
  records: RunnerRecords,
  runnerId: RunnerId,
  bandId: BandId | undefined,
  by: string,
  decide: (found: FoundRunner) => Decision,
): Promise<Saved> {
  for (;;) {
    const found = await records.read(runnerId, bandId === undefined ? [] : [bandId]);
    const decision = decide(found);
    if ('reply' in decision) return decision;
    const outcome = await records.commit(found, { ...decision.write, by });
    if (outcome.ok) return { reply: { result: 'Success', runnerId }, version: outcome.version };
  }
}

/** Lets the new state of a runner be written, unless somebody else wears its wristband. */
export function writeUnlessTaken(found: FoundRunner, after: Runner, action: string): Decision {
  const holder = after.bandId && findOtherHolder(found, after.bandId);
  if (holder) return { reply: { result: 'Taken', holder: presentAdminRunner(holder) } };
  return { write: { after, action } };
}

/** Tells who asked on an old state what stands there now. */
export function replyConflict(current: Runner): Decision {
  return { reply: { result: 'Conflict', current: presentAdminRunner(current) } };
}

export const REPLY_MISSING: Decision = { reply: { result: 'Missing' } };
