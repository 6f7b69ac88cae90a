import type { AuditEntry, ReportsChange } from '#server/store/commit.ts';
import type { RecordWrite } from '#server/store/records.ts';
import { Refusal } from '#server/system/refusal.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';

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
  readonly alongside?: Pick<RacePlan, 'expect' | 'writes'>;
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
 * the same moment, the first to write wins and the others decide again. @throws {Refusal} for a removed distance
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
  const afters = aftersOf(write);
  for (const [runnerId, after] of afters) {
    for (const bandId of after ? bandsOf(after) : []) {
      const holderId = race.findHolder(bandId)?.runnerId;
      if (holderId === undefined || holderId === runnerId) continue;
      const holder = afters.has(holderId) ? afters.get(holderId) : race.findEntry(holderId);
      if (holder && bandsOf(holder).includes(bandId)) return { bandId, holder };
    }
  }
  return undefined;
}

/** The new records of all runners in a change. */
function aftersOf({
  runnerId,
  after,
  other,
}: Pick<RunnerWrite, 'runnerId' | 'after' | 'other'>): ReadonlyMap<RunnerId, Runner | undefined> {
  return new Map([[runnerId, after], ...(other ? [[other.runnerId, other] as const] : [])]);
}

export function replyTaken({ bandId, holder }: TakenBand): RunnerDecision {
  return { reply: { result: 'Taken', holder: presentAdminRunner(holder), bandID: bandId } };
}

/** The answer to a request that is based on an old state. */
export function replyConflict(current: Runner): RunnerDecision {
  return { reply: { result: 'Conflict', current: presentAdminRunner(current) } };
}

export const REPLY_MISSING: RunnerDecision = { reply: { result: 'Missing' } };

/**
 * Changes records and the index of wristbands together if none of them has changed since: so one number never has two
 * runners, and forty desks can save different runners at once. A change that removes reports depends on all others.
 */
function planRunner(race: RaceOfRunners, write: RunnerWrite & { readonly by: string }): RacePlan {
  const { runnerId, alongside, by, action, reason } = write;
  const all = Array.from(aftersOf(write), ([id, after]) => {
    return { id, before: race.findEntry(id), after };
  });
  // A runner with changed reports alone is not written.
  const written = all.filter(({ before, after }) => !before || after !== before);
  for (const { before, after } of written) {
    const event = after?.event === before?.event ? undefined : after?.event;
    if (event !== undefined && !race.standings.courses.events.includes(event)) {
      throw new Refusal(
        409,
        `The race no longer has a distance ${event}. Nothing was saved: check again, and choose another.`,
      );
    }
  }
  const given = new Map(
    written.flatMap(({ id, after }) =>
      (after ? bandsOf(after) : []).map((bandId) => [bandId, id] as const),
    ),
  );
  const freed = written
    .flatMap(({ before }) => (before ? bandsOf(before) : []))
    .filter((bandId) => !given.has(bandId));
  const reports = write.after ? (write.reports ?? {}) : { gone: race.reports.of(runnerId) };
  const { made = [], gone = [] } = reports;
  const expect = [
    ...all.map(({ id, before }): RecordWrite => ({ part: 'runners', field: id, value: before })),
    ...Array.from(given).flatMap(([field, id]): RecordWrite[] => {
      const holderId = race.findHolder(field)?.runnerId;
      return holderId === id ? [] : [{ part: 'bands', field, value: holderId }];
    }),
    ...made.map(({ reportId }): RecordWrite => ({ part: 'reports', field: reportId })),
    ...(alongside?.expect ?? []),
  ];
  const [audit, ...otherAudits] = Array.from(all, ({ id, before, after }): AuditEntry => {
    const partner = all.find((one) => one.id !== id);
    const withPartner = partner && { with: partner.id };
    const states = { ...(before && { before }), ...(after && { after }) };
    return { by, action, reason, subject: id, ...withPartner, ...states };
  });
  return {
    ...(write.after && gone.length === 0 && { expect }),
    writes: [
      ...freed.map((field): RecordWrite => ({ part: 'bands', field })),
      ...(alongside?.writes ?? []),
    ],
    ops: [
      ...written.map(({ id, after }): ChangeOp =>
        after ? { op: 'put-runner', runner: after } : { op: 'delete-runner', runnerId: id },
      ),
      ...listReportOps({ made, gone }),
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

function listReportOps({ made = [], gone = [] }: ReportsChange): readonly ChangeOp[] {
  return [
    ...gone.map(({ runnerId, reportId }): ChangeOp => ({
      op: 'delete-report',
      runnerId,
      reportId,
    })),
    ...made.map((report): ChangeOp => ({ op: 'put-report', report })),
  ];
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
      ...runners.flatMap(listReportOps),
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
