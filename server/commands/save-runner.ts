import { createHash, randomUUID } from 'node:crypto';

import type { RunnerId } from '#shared/model/ids.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { FoundRunner, RunnerRecords } from '#server/store/runner-records.ts';

import type { Decision, Saved } from './change-runner.ts';
import { changeRunner, REPLY_MISSING, replyConflict, writeUnlessTaken } from './change-runner.ts';
import type { RunnerFields, SaveInput } from './runner-input.ts';

/** A runner who was created and not edited since. */
const FIRST_REV = 1;

/**
 * Saves one submission of the edit form. A save that asks for what is there
 * already succeeds and writes nothing, so sending one again after a lost
 * answer does no harm.
 */
export function saveRunner(records: RunnerRecords, input: SaveInput, by: string): Promise<Saved> {
  switch (input.kind) {
    case 'create': {
      const runnerId = idOfRequest(input.requestId ?? randomUUID());
      return changeRunner(records, runnerId, input.fields.bandId, by, (found) =>
        decideCreate(found, input.fields),
      );
    }
    case 'edit':
      return changeRunner(records, input.runnerId, input.fields.bandId, by, (found) =>
        decideEdit(found, input.fields, input.rev),
      );
    case 'delete':
      return changeRunner(records, input.runnerId, undefined, by, (found) =>
        decideDelete(found, input.rev),
      );
    default:
      return input satisfies never;
  }
}

/**
 * The id of the runner whom a request makes: the same one however often it is
 * sent. No request leads to the id of a runner who came about otherwise, which
 * everybody can read in GET /api.
 */
function idOfRequest(requestId: string): RunnerId {
  const digest = createHash('sha256').update(requestId).digest('hex');
  return asRunnerId(digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'));
}

/** A form that was sent before has its runner: sent again, it sets that runner unless others edited it. */
function decideCreate(found: FoundRunner, fields: RunnerFields): Decision {
  if (found.current) return decideEdit(found, fields, FIRST_REV);
  const { runnerId } = found;
  const runner = { runnerId, ...fields, mobileNumber: '', rev: FIRST_REV };
  return writeUnlessTaken(found, runner, 'create');
}

function decideEdit(found: FoundRunner, fields: RunnerFields, rev: number | undefined): Decision {
  const current = found.current?.runner;
  if (!current) return REPLY_MISSING;
  const { runnerId, mobileNumber } = current;
  const after: Runner = { runnerId, ...fields, mobileNumber, rev: current.rev + 1 };
  if (isSameEntry(current, after)) return replySuccess(runnerId);
  if (rev !== undefined && rev !== current.rev) return replyConflict(current);
  return writeUnlessTaken(found, after, 'edit');
}

/** The wristband is free afterwards; its scans stay, and belong to nobody. */
function decideDelete(found: FoundRunner, rev: number | undefined): Decision {
  const current = found.current?.runner;
  if (!current) return REPLY_MISSING;
  if (rev !== undefined && rev !== current.rev) return replyConflict(current);
  return { write: { after: undefined, action: 'delete' } };
}

function isSameEntry(a: Runner, b: Runner): boolean {
  const fields = ['bandId', 'bibNumber', 'firstName', 'lastName', 'event', 'ageGroup'] as const;
  const others = ['runClub', 'overrideTime'] as const;
  return [...fields, ...others].every((field) => a[field] === b[field]);
}

function replySuccess(runnerId: RunnerId): Decision {
  return { reply: { result: 'Success', runnerId } };
}
