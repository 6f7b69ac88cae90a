import type { ImportOutcome } from '#server/features/import/import-outcome.ts';
import {
  importOptionsOf,
  importRunners,
  mergeFile,
  presentAsked,
  presentFaults,
  presentImported,
  presentMerged,
  sumUpEntered,
} from '#server/features/import/import-runners.ts';
import { readRunners } from '#server/features/import/read-runners.ts';
import type { RaceStore } from '#server/store/race-store.ts';

import { readGivenFile } from '#server/system/command-error.ts';

const WITH_YES = 'With --yes it is done all the same.';

export interface ImportChoices {
  /** Replace scans on a terminal, and change runners already seen. */
  readonly yes: boolean;
  /** Add the runners, and keep scans and bands unchanged. */
  readonly isMerge: boolean;
}

/** `race import FILE`: returns the exit status. */
export async function runImport(
  store: RaceStore,
  path: string,
  { yes, isMerge }: ImportChoices,
): Promise<number> {
  const bytes = await readGivenFile(path);
  const entered = sumUpEntered((await store.readRecord()).runners);
  const outcome = await readRunners(bytes, {
    ...importOptionsOf(await store.readConfig(), Date.now()),
    ...entered,
    isMerge,
  });
  if (outcome.faultCount > 0) {
    console.error(presentFaults(outcome));
    if (outcome.choiceCount > 0) {
      console.error('Correct the file, or make the choices on the screen Import.');
    }
    return 1;
  }
  if (isMerge) return runMerge(store, outcome, yes);
  const scans = await store.countScans();
  const { bandsWiped } = outcome;
  const hasPrivacyColumn = outcome.columns.some(({ field }) => field === 'private');
  const shown = hasPrivacyColumn ? 0 : entered.privateNow;
  // A script imports as an upload does; on a terminal somebody may not know what is there.
  const mayLose = yes || !process.stdin.isTTY;
  if (!mayLose && (scans > 0 || bandsWiped > 0 || shown > 0)) {
    console.error(`${describeReplaced(scans, bandsWiped, shown)}\n${WITH_YES}`);
    return 1;
  }
  const { backupId, runnersBefore, scansBefore } = await importRunners(store, outcome.runners, {
    by: 'command line',
    ...(!mayLose && { maxScans: 0 }),
  });
  console.log(presentImported(outcome));
  if (runnersBefore > 0 || scansBefore > 0) {
    console.log(
      `Before: ${runnersBefore} runners, ${scansBefore} scans, kept as backup ${backupId}.`,
    );
  }
  return 0;
}

async function runMerge(store: RaceStore, outcome: ImportOutcome, yes: boolean): Promise<number> {
  const agreed = yes ? Infinity : 0;
  const { plan, replacement } = await mergeFile({ store }, outcome, 'command line', agreed);
  if (plan.faultCount > 0) {
    console.error(presentFaults(plan));
    return 1;
  }
  if (plan.asked.count > agreed) {
    console.error(`${presentAsked(plan)}\n${WITH_YES}`);
    return 1;
  }
  console.log(presentMerged(outcome, plan));
  if (replacement) console.log(`What was there before is kept as backup ${replacement.backupId}.`);
  return 0;
}

function describeReplaced(scans: number, bandsWiped: number, shown: number): string {
  return (
    `Nothing was changed. This race has ${scans} scans, and ${bandsWiped} wristbands already handed out that are not in the file. ` +
    'They go into a backup with the present runners; with --merge the file is added instead. ' +
    (shown > 0
      ? `Private now: ${shown}; the file has no such column, so all in it are shown by name. `
      : '')
  ).trimEnd();
}
