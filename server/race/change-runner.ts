import type { BandId, RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { presentAdminRunner } from './present-admin-runner.ts';
import {
  findTaken,
  type FoundRunner,
  type RunnerChange,
  type TakenBand,
} from '#server/store/runner-change.ts';
import type { RunnerRecords } from '#server/store/runner-records.ts';

/** The decision of a command on what it found: an answer at once, or a change to write. */
export type Decision =
  | { readonly reply: SaveRunnerReply }
  | { readonly write: Omit<RunnerChange, 'by'> };

export interface Saved {
  readonly reply: SaveRunnerReply;
  readonly version?: number;
}

/** The runner of a change, and the wristband numbers it may assign. */
export interface Wanted {
  readonly runnerId: RunnerId;
  readonly bandIds?: readonly BandId[];
  readonly otherIds?: readonly RunnerId[];
  /** Their reports may change with it; `counted` where the caller adds one and knows how many there are. */
  readonly withReports?: boolean | 'counted';
}

/**
 * Decides on the present runner and writes, repeating until nothing changed in between: when several people want one
 * wristband at the same moment, the first to write gets it and the others decide again.
 */
export async function changeRunner(
  records: RunnerRecords,
  wanted: Wanted,
  by: string,
  decide: (found: FoundRunner) => Decision | Promise<Decision>,
): Promise<Saved> {
  for (;;) {
    const { runnerId, bandIds = [], otherIds = [], withReports = false } = wanted;
    // Read before the rest, which is then no older.
    const reports =
      withReports === 'counted'
        ? await records.countReports()
        : withReports && (await records.readReports(runnerId));
    const runner = await records.read(runnerId, bandIds, otherIds);
    const found = reports ? { ...runner, reports } : runner;
    const decision = await decide(found);
    if ('reply' in decision) return decision;
    const outcome = await records.commit(found, { ...decision.write, by });
    if (outcome.ok) {
      return { reply: { result: 'Success', runnerId }, version: outcome.value.version };
    }
  }
}

/** Lets a change be written, unless somebody else holds one of its wristband numbers. */
export function writeUnlessTaken(found: FoundRunner, write: Omit<RunnerChange, 'by'>): Decision {
  const taken = findTaken(found, write);
  return taken ? replyTaken(taken) : { write };
}

export function replyTaken({ bandId, holder }: TakenBand): Decision {
  return { reply: { result: 'Taken', holder: presentAdminRunner(holder), bandID: bandId } };
}

/** Answers a request that was based on an old state with the present one. */
export function replyConflict(current: Runner): Decision {
  return { reply: { result: 'Conflict', current: presentAdminRunner(current) } };
}

export const REPLY_MISSING: Decision = { reply: { result: 'Missing' } };
