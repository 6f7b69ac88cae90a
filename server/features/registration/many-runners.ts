import type { LiveRace } from '#server/race/live-race.ts';
import type { RunnerRecords } from '#server/store/runner-records.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { KEPT_OVERRIDES, parseOverride } from '#shared/model/typed-words.ts';
import type { DidNotStartReply } from '#shared/wire/control-api.ts';
import { randomUUID } from 'node:crypto';
import { Refusal } from '#server/web/refusal.ts';
import { MAX_WITH_CHECK_INS } from '#shared/model/report.ts';
import type { EpochMs } from '#shared/model/time.ts';

interface ManyRunners {
  readonly runnerIds: ReadonlySet<RunnerId>;
  /** Takes back what was done. */
  readonly isUndo: boolean;
}

export interface MarkedNonStarters {
  readonly reply: DidNotStartReply;
  /** Absent where nothing changed. */
  readonly version?: number;
}

/**
 * Makes runners DNS in one change, or takes that back. Decides for each runner by their state at the write: runners who
 * have another override, were seen, or are gone are unchanged.
 */
export async function markNonStarters(
  records: RunnerRecords,
  race: Pick<LiveRace, 'isSeen'>,
  { runnerIds, isUndo }: ManyRunners,
  by: string,
): Promise<MarkedNonStarters> {
  const mayChange = (runner: Runner): boolean =>
    isUndo
      ? parseOverride(runner.overrideTime)?.kind === 'dns'
      : runner.overrideTime === '' && !race.isSeen(runner);
  const overrideTime = isUndo ? '' : KEPT_OVERRIDES.dns;
  for (;;) {
    const found = await records.readMany([...runnerIds]);
    const changed = found
      .filter(({ runner }) => mayChange(runner))
      .map((before) => ({
        before,
        after: { ...before.runner, overrideTime, rev: before.runner.rev + 1 },
      }));
    const reply = replyOf(
      runnerIds,
      changed.map(({ after }) => after.runnerId),
    );
    if (changed.length === 0) return { reply };
    const action = isUndo ? 'undo-did-not-start' : 'did-not-start';
    const outcome = await records.commitMany(changed, { by, action });
    if (outcome.ok) return { reply, version: outcome.value.version };
  }
}

/**
 * Checks runners in in one change, or takes that back (RULES.md RC9). Runners who are checked in already, or gone, are
 * unchanged: repeating the call has no effect. @throws {Refusal}
 */
export async function checkIn(
  records: RunnerRecords,
  { runnerIds, isUndo }: ManyRunners,
  { by, nowMs }: { readonly by: string; readonly nowMs: EpochMs },
): Promise<{ readonly reply: DidNotStartReply; readonly version?: number }> {
  for (;;) {
    // Read before the runners, which are then no older.
    const found = await records.readReportsOfMany('checked-in');
    const runners = await records.readMany([...runnerIds]);
    const made = runners
      .filter(({ runner }) => !isUndo && !found.byRunner.has(runner.runnerId))
      .map((of) => ({
        of,
        made: [
          {
            reportId: randomUUID(),
            runnerId: of.runner.runnerId,
            kind: 'checked-in' as const,
            atMs: nowMs,
            enteredMs: nowMs,
            by,
          },
        ],
      }));
    const undone = runners.flatMap((of) => {
      const gone = isUndo ? found.byRunner.get(of.runner.runnerId) : undefined;
      return gone ? [{ of, gone }] : [];
    });
    if (found.count + made.length > MAX_WITH_CHECK_INS && made.length > 0) {
      throw new Refusal(
        409,
        `There are ${found.count} reports already, and room is kept for what is reported of people on the course: take back some that are not needed any more.`,
      );
    }
    const reply = replyOf(
      runnerIds,
      [...made, ...undone].map(({ of }) => of.runner.runnerId),
    );
    if (reply.changed.length === 0) return { reply };
    const action = isUndo ? 'undo-check-in' : 'check-in';

    const outcome = await records.commitReportsOfMany(found, {
      runners: [...made, ...undone],
      by,
      action,
    });
    if (outcome.ok) return { reply, version: outcome.value.version };
  }
}

function replyOf(asked: ReadonlySet<RunnerId>, changedIds: readonly RunnerId[]): DidNotStartReply {
  const changed = new Set(changedIds);
  const left = [...asked].filter((runnerId) => !changed.has(runnerId));
  return { result: 'Success', changed: [...changed], left };
}
