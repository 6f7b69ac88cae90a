import type { Decision } from '#server/race/change-race.ts';
import { type ChangeOfMany, type OneOfMany, planMany } from '#server/race/change-runner.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { KEPT_OVERRIDES, parseOverride } from '#shared/model/typed-words.ts';
import type { DidNotStartReply } from '#shared/wire/control-api.ts';
import { randomUUID } from 'node:crypto';
import { Refusal } from '#server/web/refusal.ts';
import { MAX_WITH_CHECK_INS, type Report } from '#shared/model/report.ts';
import type { EpochMs } from '#shared/model/time.ts';

interface ManyRunners {
  readonly runnerIds: ReadonlySet<RunnerId>;
  readonly isUndo: boolean;
}

/**
 * Makes runners DNS in one change, or takes that back: runners who have another override, were seen, or are gone are
 * unchanged.
 */
export function decideNonStarters(
  race: LiveRace,
  { runnerIds, isUndo }: ManyRunners,
  by: string,
): Decision<DidNotStartReply> {
  const overrideTime = isUndo ? '' : KEPT_OVERRIDES.dns;
  const runners = listEntries(race, runnerIds).flatMap((of) => {
    const mayChange = isUndo
      ? parseOverride(of.overrideTime)?.kind === 'dns'
      : of.overrideTime === '' && !race.isSeen(of);
    return mayChange ? [{ of, after: { ...of, overrideTime, rev: of.rev + 1 } }] : [];
  });
  const action = isUndo ? 'undo-did-not-start' : 'did-not-start';
  return decideMany(runnerIds, { runners, by, action });
}

/**
 * Checks runners in in one change, or takes that back (RULES.md RC9). Runners who are checked in already, or gone, are
 * unchanged: repeating the call has no effect. @throws {Refusal}
 */
export function decideCheckIn(
  race: LiveRace,
  { runnerIds, isUndo }: ManyRunners,
  { by, nowMs }: { readonly by: string; readonly nowMs: EpochMs },
): Decision<DidNotStartReply> {
  const runners = listEntries(race, runnerIds).flatMap((of): OneOfMany[] => {
    const { runnerId } = of;
    const present = race.reports.of(runnerId).filter(({ kind }) => kind === 'checked-in');
    if (isUndo) return present.length > 0 ? [{ of, gone: present }] : [];
    if (present.length > 0) return [];
    const kind = 'checked-in';
    const report: Report = {
      reportId: randomUUID(),
      runnerId,
      kind,
      atMs: nowMs,
      enteredMs: nowMs,
      by,
    };
    return [{ of, made: [report] }];
  });
  const { size } = race.reports.all;
  if (!isUndo && runners.length > 0 && size + runners.length > MAX_WITH_CHECK_INS) {
    throw new Refusal(
      409,
      `There are ${size} reports already, and room is kept for what is reported of people on the course: take back some that are no longer needed.`,
    );
  }
  return decideMany(runnerIds, { runners, by, action: isUndo ? 'undo-check-in' : 'check-in' });
}

function listEntries(race: LiveRace, runnerIds: Iterable<RunnerId>): readonly Runner[] {
  return [...runnerIds].flatMap((runnerId) => race.findEntry(runnerId) ?? []);
}

function decideMany(
  runnerIds: ReadonlySet<RunnerId>,
  change: ChangeOfMany,
): Decision<DidNotStartReply> {
  const answer = replyOf(
    runnerIds,
    change.runners.map(({ of }) => of.runnerId),
  );
  return { answer, plan: change.runners.length > 0 ? planMany(change) : undefined };
}

function replyOf(asked: ReadonlySet<RunnerId>, changedIds: readonly RunnerId[]): DidNotStartReply {
  const changed = new Set(changedIds);
  const left = [...asked].filter((runnerId) => !changed.has(runnerId));
  return { result: 'Success', changed: [...changed], left };
}
