import type { RunnerId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import { findLastReplaced, type LoggedRunnerChange } from '#server/store/change-log.ts';

import type { Changing } from '#server/race/change-race.ts';
import {
  changeRunner,
  type RaceOfRunners,
  REPLY_MISSING,
  replyConflict,
  type RunnerDecision,
  type Saved,
  writeUnlessTaken,
} from '#server/race/change-runner.ts';
import { decideTakeBack, findReported } from '#server/web/report-runner.ts';

/**
 * Undoes the last change of a runner: an edit, a deletion, an entry, an exchange of wristbands, a stop, or an undo; not a
 * report without a change. The undo is a change too. `version` is the last change that the organiser saw: nothing is
 * undone if another followed.
 */
export async function undoRunner(
  parts: Changing,
  runnerId: RunnerId,
  version: number | undefined,
  by: string,
): Promise<Saved> {
  const { store } = parts;
  return changeRunner(parts, by, async (race) => {
    const replaced = findLastReplaced(await store.readLatestChanges());
    const history = await store.readRunnerHistory(runnerId);
    // Skip reports that left the entry unchanged.
    const last = history.find(({ before, after }) => before?.rev !== after?.rev);
    const partner = last?.with === undefined ? [] : await store.readRunnerHistory(last.with);
    const lastOfPartner = partner.find((change) => change.version === last?.version);
    // Changes before an import or a restore can't be undone.
    const isLast = last && (last.epoch === race.head.epoch || last.version > replaced);
    return decideUndo(race, runnerId, isLast ? last : undefined, lastOfPartner, version);
  });
}

function decideUndo(
  race: RaceOfRunners,
  runnerId: RunnerId,
  last: LoggedRunnerChange | undefined,
  lastOfPartner: LoggedRunnerChange | undefined,
  version: number | undefined,
): RunnerDecision {
  const current = race.findEntry(runnerId);
  const isLast = last && isSame(last.after, current);
  if (!isLast || (version !== undefined && version !== last.version)) {
    if (!current) return REPLY_MISSING;
    return last ? replyConflict(current) : REPLY_UNCHANGED;
  }
  const { before, after, reports = {} } = last;
  // A change that removed a report may have made another one too.
  const [report] = reports.gone ? [] : (reports.made ?? []);
  if (before && after && report) {
    return decideTakeBack(findReported(race, runnerId), report.reportId, 'undo');
  }
  const rev = (current ?? before)?.rev ?? 0;
  return writeUnlessTaken(race, {
    runnerId,
    after: before && { ...before, rev: rev + 1 },
    ...giveBack(race, lastOfPartner),
    reports: { made: reports.gone ?? [] },
    action: 'undo',
  });
}

/** Restores the bands of the other runner of an exchange, unless they were changed since. */
function giveBack(
  race: RaceOfRunners,
  change: LoggedRunnerChange | undefined,
): { readonly other?: Runner } {
  const { before, after } = change ?? {};
  const now = after && race.findEntry(after.runnerId);
  if (!before || !now || !isSame(bandsOf(now), bandsOf(after))) return {};
  const { bandId: _worn, earlierBandIds: _earlier, ...rest } = now;
  const { bandId, earlierBandIds } = before;
  const bands = { ...(bandId && { bandId }), ...(earlierBandIds && { earlierBandIds }) };
  return { other: { ...rest, ...bands, rev: now.rev + 1 } };
}

const REPLY_UNCHANGED: RunnerDecision = {
  reply: {
    result: 'Invalid',
    errors: [{ field: 'runnerId', message: 'Nobody has changed this runner since the import.' }],
  },
};

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
