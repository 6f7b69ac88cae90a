import type { LiveRace } from '#server/race/live-race.ts';
import type { WrittenRunner } from '#server/race/acknowledged-saves.ts';
import type { RunnerRecords } from '#server/store/runner-records.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { KEPT_OVERRIDES, parseOverride } from '#shared/model/typed-words.ts';
import type { DidNotStartReply } from '#shared/wire/control-api.ts';

export interface MarkedNonStarters {
  readonly reply: DidNotStartReply;
  /** Absent where nothing changed. */
  readonly version?: number;
  readonly written: readonly WrittenRunner[];
}

/**
 * Makes runners DNS in one change, or takes that back. Decides for each runner by their state at the write: runners who
 * have another override, were seen, or are gone are unchanged.
 */
export async function markNonStarters(
  records: RunnerRecords,
  race: Pick<LiveRace, 'isSeen'>,
  { runnerIds, isUndo }: { readonly runnerIds: ReadonlySet<RunnerId>; readonly isUndo: boolean },
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
    const changedIds = new Set(changed.map(({ after }) => after.runnerId));
    const reply: DidNotStartReply = {
      result: 'Success',
      changed: [...changedIds],
      left: [...runnerIds].filter((runnerId) => !changedIds.has(runnerId)),
    };
    if (changed.length === 0) return { reply, written: [] };
    const action = isUndo ? 'undo-did-not-start' : 'did-not-start';
    const outcome = await records.commitMany(changed, { by, action });
    if (!outcome.ok) continue;
    const written = changed.map(({ after }) => ({ runner: after, isDeletion: false }));
    return { reply, version: outcome.value.version, written };
  }
}
