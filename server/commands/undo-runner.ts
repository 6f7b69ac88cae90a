import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { AuditedChange } from '#server/store/runner-history.ts';
import type { FoundRunner } from '#server/store/runner-records.ts';

import type { Decision, Saved } from './change-runner.ts';
import { changeRunner, REPLY_MISSING, replyConflict, writeUnlessTaken } from './change-runner.ts';

/**
 * Takes back the last change of a runner: an edit, a deletion, an entry, or
 * an undo. It is a change of its own, so the log keeps all three states.
 * `version` is the change the organiser saw as the last one; when another came
 * after it, nothing is undone.
 */
export async function undoRunner(
  store: RaceStore,
  runnerId: RunnerId,
  version: number | undefined,
  by: string,
): Promise<Saved> {
  const [last] = await store.readRunnerHistory(runnerId);
  return changeRunner(store.runners, runnerId, last?.before?.bandId, by, (found) =>
    decideUndo(found, last, version),
  );
}

function decideUndo(
  found: FoundRunner,
  lastKnown: AuditedChange | undefined,
  version: number | undefined,
): Decision {
  const current = found.current?.runner;
  // What was changed before an import or a restore is no longer the last thing that happened.
  const last = lastKnown?.epoch === found.epoch ? lastKnown : undefined;
  const isLast = last && isSame(last.after, current);
  if (!isLast || (version !== undefined && version !== last.version)) {
    if (!current) return REPLY_MISSING;
    return last ? replyConflict(current) : REPLY_UNCHANGED;
  }
  if (!last.before) return { write: { after: undefined, action: 'undo' } };
  const rev = (current ?? last.before).rev + 1;
  return writeUnlessTaken(found, { ...last.before, rev }, 'undo');
}

const REPLY_UNCHANGED: Decision = {
  reply: {
    result: 'Invalid',
    errors: [
      {
        field: 'runnerId',
        message: 'Nobody has changed this runner since the runners were read in.',
      },
    ],
  },
};

function isSame(a: Runner | undefined, b: Runner | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
