import type { AuditEntry, ReportsChange } from '#server/store/commit.ts';
import type { RecordWrite } from '#server/store/records.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';

import { DistanceGoneError } from './change-config.ts';
import { changeRace, type Changing, type RacePlan } from './change-race.ts';
import type { LiveRace } from './live-race.ts';
import { presentAdminRunner } from './present-runner.ts';

/** The decision of a command: an answer without a change, or a change of a runner. */
export type RunnerDecision = { readonly reply: SaveRunnerReply } | { readonly write: RunnerWrite };

export interface RunnerWrite {
  readonly runnerId: RunnerId;
  /** The new record; undefined for a deletion. */
  readonly after: Runner | undefined;
  /** The new record of another runner in the same change. */
  readonly other?: Runner;
  /** The change of their reports; a deletion removes all. */
  readonly reports?: ReportsChange;
  /** Further preconditions and writes. */
  readonly beside?: Pick<RacePlan, 'expect' | 'writes'>;
  readonly action: string;
  readonly reason?: string | undefined;
}

export interface Saved {
  readonly reply: SaveRunnerReply;
  readonly version?: number;
}

/** The parts of a race on which a change of a runner depends. */
export type RaceOfRunners = Pick<LiveRace, 'findEntry' | 'findHolder' | 'reports' | 'standings'>;

/**
 * Decides on the present runner and writes, again if another change was first: of several who give out one wristband at
 * the same moment, the first to write wins and the others decide again. @throws {DistanceGoneError}
 */
export async function changeRunner(
  parts: Changing,
  by: string,
  decide: (race: LiveRace) => RunnerDecision | Promise<RunnerDecision>,
): Promise<Saved> {
  const { answer: reply, ...saved } = await changeRace<SaveRunnerReply>(parts, async (race) => {
    const decision = await decide(race);
    if ('reply' in decision) return { answer: decision.reply };
    const { runnerId } = decision.write;
    const plan = planRunner(race, { ...decision.write, by });
    return { answer: { result: 'Success', runnerId }, plan };
  });
  return { reply, ...saved };
}

/** Writes a change unless another runner holds one of its wristband numbers. */
export function writeUnlessTaken(race: RaceOfRunners, write: RunnerWrite): RunnerDecision {
  const taken = findTaken(race, write);
  return taken ? replyTaken(taken) : { write };
}

export interface TakenBand {
  readonly bandId: BandId;
  readonly holder: Runner;
}

/** The first number that two runners would hold after the change. */
export function findTaken(
  race: RaceOfRunners,
  write: Pick<RunnerWrite, 'runnerId' | 'after' | 'other'>,
): TakenBand | undefined {
  const states = statesOf(race, write);
  for (const [runnerId, { after }] of states) {
    for (const bandId of after ? bandsOf(after) : []) {
      const holderId = race.findHolder(bandId)?.runnerId;
      if (holderId === undefined || holderId === runnerId) continue;
      const changed = states.get(holderId);
      const holder = changed ? changed.after : race.findEntry(holderId);
      if (holder && bandsOf(holder).includes(bandId)) return { bandId, holder };
    }
  }
  return undefined;
}

export function replyTaken({ bandId, holder }: TakenBand): RunnerDecision {
  return { reply: { result: 'Taken', holder: presentAdminRunner(holder), bandID: bandId } };
}

/** The answer to a request that is based on an old state. */
export function replyConflict(current: Runner): RunnerDecision {
  return { reply: { result: 'Conflict', current: presentAdminRunner(current) } };
}

export const REPLY_MISSING: RunnerDecision = { reply: { result: 'Missing' } };

interface RunnerStates {
  readonly before: Runner | undefined;
  readonly after: Runner | undefined;
}
type States = ReadonlyMap<RunnerId, RunnerStates>;

/** The old and new states of all runners in a change. */
function statesOf(
  race: RaceOfRunners,
  { runnerId, after, other }: Pick<RunnerWrite, 'runnerId' | 'after' | 'other'>,
): States {
  const states = new Map([[runnerId, { before: race.findEntry(runnerId), after }]]);
  if (other) {
    states.set(other.runnerId, { before: race.findEntry(other.runnerId), after: other });
  }
  return states;
}

/**
 * Changes records and the index of wristbands together if none of them has changed since: so one number never has two
 * runners, and forty desks can save different runners at once. A change that removes reports depends on all others.
 */
function planRunner(race: RaceOfRunners, write: RunnerWrite & { readonly by: string }): RacePlan {
  const { runnerId, beside } = write;
  const states = statesOf(race, write);
  // A runner with changed reports alone is not written.
  const written = [...states].filter(([, { before, after }]) => !before || after !== before);
  for (const [, { before, after }] of written) {
    const event = after?.event === before?.event ? undefined : after?.event;
    if (event !== undefined && !race.standings.courses.events.includes(event)) {
      throw new DistanceGoneError(
        `The race no longer has a distance ${event}. Nothing was saved: check again, and choose another.`,
      );
    }
  }
  const given = new Map(
    written.flatMap(([id, { after }]) =>
      (after ? bandsOf(after) : []).map((bandId) => [bandId, id] as const),
    ),
  );
  const freed = written
    .flatMap(([, { before }]) => (before ? bandsOf(before) : []))
    .filter((bandId) => !given.has(bandId));
  const { made = [], gone = [] } = write.after
    ? (write.reports ?? {})
    : { gone: race.reports.of(runnerId) };
  const expect = [
    ...Array.from(states, ([field, { before }]): RecordWrite => ({
      part: 'runners',
      field,
      value: before,
    })),
    ...Array.from(given).flatMap(([field, id]): RecordWrite[] => {
      const holderId = race.findHolder(field)?.runnerId;
      return holderId === id ? [] : [{ part: 'bands', field, value: holderId }];
    }),
    ...made.map(({ reportId }): RecordWrite => ({ part: 'reports', field: reportId })),
    ...(beside?.expect ?? []),
  ];
  const [audit, ...otherAudits] = Array.from(states.keys(), (id) => auditOf(id, states, write));
  return {
    ...(write.after && gone.length === 0 && { expect }),
    writes: [
      ...freed.map((field): RecordWrite => ({ part: 'bands', field })),
      ...(beside?.writes ?? []),
    ],
    ops: [
      ...written.map(([id, { after }]): ChangeOp =>
        after ? { op: 'put-runner', runner: after } : { op: 'delete-runner', runnerId: id },
      ),
      ...gone.map(({ reportId }): ChangeOp => ({ op: 'delete-report', runnerId, reportId })),
      ...made.map((report): ChangeOp => ({ op: 'put-report', report })),
    ],
    audit: {
      ...(audit as AuditEntry),
      ...(made.length + gone.length > 0 && {
        reports: { ...(made.length > 0 && { made }), ...(gone.length > 0 && { gone }) },
      }),
    },
    otherAudits,
  };
}

function auditOf(
  subject: RunnerId,
  states: States,
  { by, action, reason }: RunnerWrite & { readonly by: string },
): AuditEntry {
  const { before, after } = states.get(subject) ?? {};
  const partner = [...states.keys()].find((id) => id !== subject);
  return {
    by,
    action,
    reason,
    subject,
    ...(partner === undefined ? {} : { with: partner }),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  };
}

/** One runner in a change of many, with the changes of their reports. */
export interface OneOfMany extends ReportsChange {
  readonly of: Runner;
  /** The new entry, with the same wristbands; absent if only the reports change. */
  readonly after?: Runner;
}

export interface ChangeOfMany extends Pick<AuditEntry, 'by' | 'action' | 'before'> {
  /** For the log, to which the number of runners is added. */
  readonly after?: object;
  readonly runners: readonly OneOfMany[];
  /** Further operations of the same change. */
  readonly ops?: readonly ChangeOp[];
}

/** A change of many runners, with one log entry as a whole and one in the history of each. */
export function planMany({ runners, by, action, before, after, ops = [] }: ChangeOfMany): RacePlan {
  return {
    ops: [
      ...runners.flatMap((one): ChangeOp[] =>
        one.after ? [{ op: 'put-runner', runner: one.after }] : [],
      ),
      ...runners
        .flatMap(({ gone = [] }) => gone)
        .map(({ runnerId, reportId }): ChangeOp => ({ op: 'delete-report', runnerId, reportId })),
      ...runners
        .flatMap(({ made = [] }) => made)
        .map((report): ChangeOp => ({ op: 'put-report', report })),
      ...ops,
    ],
    audit: {
      by,
      action,
      ...(before !== undefined && { before }),
      after: { ...after, runners: runners.length },
    },
    otherAudits: runners.map(({ of, after: entry = of, ...reports }) => ({
      by,
      action,
      subject: of.runnerId,
      isOneOfMany: true,
      before: of,
      after: entry,
      ...((reports.made ?? reports.gone) && { reports }),
    })),
  };
}
