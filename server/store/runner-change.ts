import { randomUUID } from 'node:crypto';

import type { BandId, RunnerId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/report.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { encodeReport } from './codec-of-decisions.ts';
import { encodeRunner } from './codec.ts';
import { type AuditEntry, type CommitPlan, expectField, type ReportsChange } from './commit.ts';
import type { RaceKeys } from './keys.ts';

/** A runner as read, with the exact text that a change of it is compared with. */
export interface StoredRunner {
  readonly text: string;
  readonly runner: Runner;
}

/** The same for a runner who is only looked at; `runner` is undefined when the text cannot be read. */
export interface StoredOther {
  readonly text: string;
  readonly runner: Runner | undefined;
}

/** All that a change of one runner is decided on. */
export interface FoundRunner {
  readonly runnerId: RunnerId;
  /** The epoch of the record; undefined before anything was ever written. */
  readonly epoch: string | undefined;
  readonly current: StoredRunner | undefined;
  /** The holder of each wristband number in the index; undefined for a free one. */
  readonly slots: ReadonlyMap<BandId, RunnerId | undefined>;
  /** The others in the index or in the request, each as they are now. */
  readonly others: ReadonlyMap<RunnerId, StoredOther | undefined>;
  /** Undefined unless requested. */
  readonly reports?: FoundReports;
}

export interface FoundReports {
  /** Changes with every change of any report; undefined before the first. */
  readonly token: string | undefined;
  /** Empty where they are only counted; the same holds for `ids`. */
  readonly ofRunner: readonly Report[];
  readonly ids: ReadonlySet<string>;
  /** How many there are of all runners. */
  readonly count: number;
}

/** The new record of the runner, or undefined for a deletion. */
export interface RunnerChange {
  readonly after: Runner | undefined;
  /** The new record of one of the others, who changes in the same step. */
  readonly other?: Runner;
  /** The change of their reports, which must have been requested; a deletion removes all. */
  readonly reports?: ReportsChange;
  /** Further conditions, and writes. */
  readonly beside?: Pick<CommitPlan, 'expect' | 'set'>;
  readonly by: string;
  readonly action: string;
  readonly reason?: string | undefined;
}

export interface TakenBand {
  readonly bandId: BandId;
  readonly holder: Runner;
}

/** The first number that two runners would hold after the change; undefined when there is none. */
export function findTaken(
  found: FoundRunner,
  change: Pick<RunnerChange, 'after' | 'other'>,
): TakenBand | undefined {
  const states = statesOf(found, change);
  for (const [runnerId, { after }] of states) {
    for (const bandId of after ? bandsOf(after) : []) {
      const holderId = found.slots.get(bandId);
      if (holderId === undefined || holderId === runnerId) continue;
      const changed = states.get(holderId);
      const holder = changed ? changed.after : found.others.get(holderId)?.runner;
      // An index entry that its runner's record contradicts does not count.
      if (holder && bandsOf(holder).includes(bandId)) return { bandId, holder };
    }
  }
  return undefined;
}

interface RunnerStates {
  readonly current: StoredOther | undefined;
  readonly after: Runner | undefined;
}

/** Everybody in the change, in their old and new state. */
function statesOf(
  { runnerId, current, others }: FoundRunner,
  { after, other }: Pick<RunnerChange, 'after' | 'other'>,
): ReadonlyMap<RunnerId, RunnerStates> {
  const states = new Map<RunnerId, RunnerStates>([[runnerId, { current, after }]]);
  if (other) {
    states.set(other.runnerId, { current: others.get(other.runnerId), after: other });
  }
  return states;
}

/**
 * The records and the index of wristbands change together, and only if neither changed since they were read: so one
 * number never has two runners.
 */
export function planRunnerChange(
  keys: RaceKeys,
  found: FoundRunner,
  change: RunnerChange,
): CommitPlan {
  const { meta, runners, bands, dismissals } = keys;
  const { runnerId, epoch, current, slots, others } = found;
  const states = [...statesOf(found, change)];
  // For a runner with only changed reports nothing else is written.
  const written = states.filter(([, { current: was, after }]) => !was || after !== was.runner);
  const given = new Map(
    written.flatMap(([id, { after }]) =>
      (after ? bandsOf(after) : []).map((bandId) => [bandId, id] as const),
    ),
  );
  const freed = written.flatMap(([id, state]) =>
    listBands(state.current).filter((bandId) => slots.get(bandId) === id && !given.has(bandId)),
  );
  const reports = planReports(keys, found, change);
  const [audit, ...otherAudits] = states.map(([id]) => auditOf(id, states, change));
  return {
    expect: [
      expectField(meta, 'epoch', epoch),
      expectField(runners, runnerId, current?.text),
      ...[...slots].map(([bandId, holder]) => expectField(bands, bandId, holder)),
      ...[...others].map(([otherId, other]) => expectField(runners, otherId, other?.text)),
      ...(reports.expect ?? []),
      ...(change.beside?.expect ?? []),
    ],
    set: [
      ...written.flatMap(([field, { after }]) =>
        after ? [{ key: runners, field, value: encodeRunner(after) }] : [],
      ),
      ...[...given].map(([field, value]) => ({ key: bands, field, value })),
      ...(reports.set ?? []),
      ...(change.beside?.set ?? []),
    ],
    del: [
      ...(change.after ? [] : [{ key: runners, field: runnerId }]),
      ...freed.map((field) => ({ key: bands, field })),
      // Assigning a band ends its dismissal (RULES.md MS6).
      ...[...given.keys()].map((field) => ({ key: dismissals, field })),
      ...(reports.del ?? []),
    ],
    ops: [
      ...written.map(([id, { after }]): ChangeOp =>
        after ? { op: 'put-runner', runner: after } : { op: 'delete-runner', runnerId: id },
      ),
      ...reports.ops,
    ],
    audit: { ...(audit as AuditEntry), ...reports.audit },
    otherAudits,
  };
}

function auditOf(
  subject: RunnerId,
  states: readonly (readonly [RunnerId, RunnerStates])[],
  { by, action, reason }: RunnerChange,
): AuditEntry {
  const state = states.find(([id]) => id === subject)?.[1];
  const partner = states.find(([id]) => id !== subject)?.[0];
  return {
    by,
    action,
    reason,
    subject,
    ...(partner === undefined ? {} : { with: partner }),
    ...(state?.current?.runner ? { before: state.current.runner } : {}),
    ...(state?.after ? { after: state.after } : {}),
  };
}

type ReportsPlan = Pick<CommitPlan, 'expect' | 'set' | 'del' | 'ops'> & {
  /** For the log. */
  readonly audit: Pick<AuditEntry, 'reports'>;
};

/** The reports made and removed, if none was made or taken back by somebody else since they were read. */
function planReports(keys: RaceKeys, found: FoundRunner, change: RunnerChange): ReportsPlan {
  const { runnerId, reports: known } = found;
  const { made = [], gone = [] } = change.after
    ? (change.reports ?? {})
    : { gone: known?.ofRunner ?? [] };
  if (!known || made.length + gone.length === 0) {
    return { ops: [], audit: {} };
  }
  const token = { key: keys.meta, field: 'reports' };
  return {
    expect: [expectField(token.key, token.field, known.token)],
    set: [
      ...made.map((report) => ({
        key: keys.reports,
        field: report.reportId,
        value: encodeReport(report),
      })),
      { ...token, value: randomUUID() },
    ],
    del: gone.map(({ reportId }) => ({ key: keys.reports, field: reportId })),
    ops: [
      ...gone.map(({ reportId }): ChangeOp => ({ op: 'delete-report', runnerId, reportId })),
      ...made.map((report): ChangeOp => ({ op: 'put-report', report })),
    ],
    audit: { reports: { ...(made.length > 0 && { made }), ...(gone.length > 0 && { gone }) } },
  };
}

export function listBands(stored: StoredOther | undefined): readonly BandId[] {
  return stored?.runner ? bandsOf(stored.runner) : [];
}
