import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { Replacement, ReplacementOrder } from '#server/store/replace-record.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { raceDayOf, startDayOf } from '#shared/scoring/categories.ts';

import type { NewRunner } from './import-outcome.ts';
import { type MergedFile, type MergePlan, planMerge } from './merge-runners.ts';
import type { ImportOptions } from './runners-reader.ts';

/** How a file is read in a race with these settings. */
export function importOptionsOf(
  config: RaceConfig,
  nowMs: EpochMs,
): Omit<ImportOptions, 'mapping' | 'wornBands'> {
  const { distances, timeZone, setup } = config;
  const courses = coursesOf(config);
  const today = formatWallClock(nowMs, timeZone).slice(0, 'YYYY-MM-DD'.length);
  return {
    distances: splitNames(distances),
    setup,
    raceDays: courses.byEvent((event) => raceDayOf(event, config) || today),
    startDays: courses.byEvent((event) => startDayOf(event, config)),
    isRaceDayKnown: courses.events.every((event) => raceDayOf(event, config) !== ''),
  };
}

/** Runners given their ids before somebody else has a turn. */
const RUNNERS_AT_A_STRETCH = 500;

/** Puts the runners, each with a new id, in the place of all runners and all scans. */
export async function importRunners(
  store: RaceStore,
  runners: readonly NewRunner[],
  order: Pick<ReplacementOrder, 'by' | 'maxScans' | 'madeBy'>,
): Promise<Replacement> {
  const entered: Runner[] = [];
  for (const runner of runners) {
    if (entered.push(enter(runner)) % RUNNERS_AT_A_STRETCH === 0) await turn();
  }
  return store.replaceRunners(entered, order);
}

/** Adds the runners of a file to those there are, and says what of each is new (IMPORT.md IM40). */
export async function mergeFile(
  store: RaceStore,
  file: MergedFile,
  by: string,
): Promise<{ readonly plan: MergePlan; readonly replacement: Replacement | undefined }> {
  let plan = planMerge(file, [], createId);
  const replacement = await store.mergeRunners((present) => {
    plan = planMerge(file, present, createId);
    return plan.faultCount > 0 || plan.changed.length === 0 ? undefined : plan;
  }, by);
  return { plan, replacement };
}

/** What {@link mergeFile} would do now. */
export function previewMerge(file: MergedFile, present: Iterable<Runner>): MergePlan {
  return planMerge(file, present, createId);
}

function createId(): RunnerId {
  return asRunnerId(randomUUID());
}

function enter(runner: NewRunner): Runner {
  return { runnerId: createId(), ...runner, rev: 1 };
}
