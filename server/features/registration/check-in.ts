import { randomUUID } from 'node:crypto';

import type { RunnerRecords } from '#server/store/runner-records.ts';
import { Refusal } from '#server/web/refusal.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { MAX_WITH_CHECK_INS } from '#shared/model/report.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { DidNotStartReply } from '#shared/wire/control-api.ts';

/**
 * Checks runners in in one change, or takes that back (RULES.md RC9). Runners who are checked in already, or gone, are
 * unchanged: repeating the call has no effect. @throws {Refusal}
 */
export async function checkIn(
  records: RunnerRecords,
  { runnerIds, isUndo }: { readonly runnerIds: ReadonlySet<RunnerId>; readonly isUndo: boolean },
  { by, nowMs }: { readonly by: string; readonly nowMs: EpochMs },
): Promise<{ readonly reply: DidNotStartReply; readonly version?: number }> {
  for (;;) {
    // Read before the runners, which are then no older.
    const found = await records.readCheckIns();
    const runners = await records.readMany([...runnerIds]);
    const made = runners
      .filter(({ runner }) => !isUndo && !found.byRunner.has(runner.runnerId))
      .map((of) => ({
        of,
        report: {
          reportId: randomUUID(),
          runnerId: of.runner.runnerId,
          kind: 'checked-in' as const,
          atMs: nowMs,
          enteredMs: nowMs,
          by,
        },
      }));
    const gone = runners.flatMap((of) =>
      isUndo
        ? (found.byRunner.get(of.runner.runnerId) ?? []).map((report) => ({ of, report }))
        : [],
    );
    if (found.count + made.length > MAX_WITH_CHECK_INS && made.length > 0) {
      throw new Refusal(
        409,
        `There are ${found.count} reports already, and room is kept for what is reported of people on the course: take back some that are not needed any more.`,
      );
    }
    const changed = new Set([...made, ...gone].map(({ report }) => report.runnerId));
    const reply: DidNotStartReply = {
      result: 'Success',
      changed: [...changed],
      left: [...runnerIds].filter((runnerId) => !changed.has(runnerId)),
    };
    if (changed.size === 0) return { reply };
    const action = isUndo ? 'undo-check-in' : 'check-in';
    const outcome = await records.commitCheckIns(found, { made, gone, by, action });
    if (outcome.ok) return { reply, version: outcome.value.version };
  }
}
