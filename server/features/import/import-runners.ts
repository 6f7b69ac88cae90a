import { randomUUID } from 'node:crypto';

import type { Changing } from '#server/race/change-race.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { mergeEntries } from '#server/race/merge-entries.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { ImportOrder } from '#server/store/replace-runners.ts';
import type { Replacement } from '#server/store/swap-record.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { asRunnerId, type BandId, type EventCode } from '#shared/model/ids.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { raceDayOf } from '#shared/scoring/categories.ts';
import { startFrameOf } from '#shared/scoring/read-own-start.ts';
import type { ImportMode, ImportPreview, RecordCounts } from '#shared/wire/import-api.ts';

import type { FoundFaults, ImportOutcome, NewRunner } from './import-outcome.ts';
import { happenedIn, type MergePlan, type MergedFile, planMerge } from './merge-runners.ts';
import type { ImportOptions } from './read-runners.ts';

/** The effect of a file; `plan` is given for a merge. */
export function previewImport(
  { runners, lines: _lines, bandsWiped, ...found }: ImportOutcome,
  mode: ImportMode,
  present: RecordCounts,
  plan?: MergePlan,
): ImportPreview {
  const preview = { ...found, mode, runners: runners.length };
  if (!plan) return { ...preview, overwrites: { ...present, bands: bandsWiped } };
  const { added, merged, unchanged, samples, asked, faults, faultCount, choiceCount } = plan;
  return {
    ...preview,
    faults,
    faultCount,
    choiceCount,
    merge: { added, merged, unchanged, samples, asked },
    notes: [...found.notes, ...plan.notes],
    overwrites: { runners: 0, scans: 0, bands: 0 },
  };
}

/** `Added 3 runners and changed 12.`, and the notes, a line each (POST /upload). */
export function presentMerged(
  file: ImportOutcome,
  { added, merged, unchanged, notes }: MergePlan,
): string {
  const same = unchanged === 0 ? '' : ` ${unchanged} ${unchanged === 1 ? 'is' : 'are'} as before.`;
  return [
    `Added ${added} ${plural(added, 'runner')} and changed ${merged}.${same}`,
    ...file.notes,
    ...notes,
  ].join('\n');
}

/** `Imported 600 runners.`, the wristbands lost and the notes, a line each (POST /upload). */
export function presentImported({ runners, bandsWiped, notes }: ImportOutcome): string {
  return [
    `Imported ${runners.length} ${plural(runners.length, 'runner')}.`,
    ...(bandsWiped > 0
      ? [`Wristbands that were handed out and belong to nobody now: ${bandsWiped}.`]
      : []),
    ...notes,
  ].join('\n');
}

/** The number of faults, then a line for each listed fault (POST /upload). */
export function presentFaults({ faults, faultCount }: FoundFaults): string {
  return [
    `${faultCount} ${plural(faultCount, 'fault')}. Nothing was changed.`,
    ...faults.map(({ line, message }) => `Line ${line}: ${message}`),
    ...(faultCount > faults.length ? [`… and ${faultCount - faults.length} more.`] : []),
  ].join('\n');
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

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
    starts: courses.byEvent((event) => startFrameOf(event, config)),
  };
}

/** Replaces all runners and scans; each runner gets a new id. The chip table keeps codes that the file lacks. */
export function importRunners(
  store: RaceStore,
  runners: readonly NewRunner[],
  order: ImportOrder,
): Promise<Replacement> {
  const entered: Runner[] = [];
  const chips: Record<string, BandId> = {};
  for (const runner of runners) {
    const { chips: codes = [], ...entry } = runner;
    for (const code of codes) if (entry.bandId) chips[code] = entry.bandId;
    entered.push({ runnerId: asRunnerId(randomUUID()), ...entry, rev: 1 });
  }
  return store.replaceRunners(entered, order, chips);
}

/**
 * Merges the runners of a file into the entries (IMPORT.md IM40). `agreed` is the confirmed number of changes to runners
 * already seen. `replacement` is undefined if nothing changed: the plan has faults, changes nobody, or exceeds `agreed`.
 */
export async function mergeFile(
  parts: Changing,
  file: MergedFile,
  by: string,
  agreed = 0,
): Promise<{ readonly plan: MergePlan; readonly replacement: Replacement | undefined }> {
  let plan = await planMerge({ runners: [], lines: [] }, [], { setup: '', raceDays: {} });
  const replacement = await mergeEntries(
    parts,
    async (race) => {
      plan = await previewMerge(file, race);
      const isRefused = plan.faultCount > 0 || plan.asked.count > agreed;
      return isRefused || (plan.changed.length === 0 && Object.keys(plan.chips).length === 0)
        ? undefined
        : plan;
    },
    by,
  );
  return { plan, replacement };
}

export function previewMerge(file: MergedFile, race: LiveRace): Promise<MergePlan> {
  const entries = Array.from(race.listRunners(), ({ runnerId }) => race.findEntry(runnerId) ?? []);
  const options = importOptionsOf(race.config, Date.now());
  return planMerge(file, entries.flat(), options, happenedIn(race));
}

/** The refusal of an unconfirmed merge (IMPORT.md IM48). */
export function presentAsked({ asked: { count, listed } }: MergePlan): string {
  return [
    `Nothing was changed. This takes out, moves or times ${count} ${plural(count, 'runner')} who ${count === 1 ? 'was' : 'were'} seen or reported, which was not confirmed:`,
    ...listed,
    ...(count > listed.length ? [`… and ${count - listed.length} more.`] : []),
  ].join('\n');
}

/** The current entries as far as an import needs them. */
export function sumUpEntered(
  entries: Iterable<Runner>,
): Required<Pick<ImportOptions, 'wornBands' | 'eventsByBib' | 'privateNow'>> {
  const runners = [...entries];
  const events = new Map<string, EventCode>();
  const several = new Set<string>();
  for (const { bibNumber, event } of runners) {
    const bib = foldBib(bibNumber);
    if ((events.get(bib) ?? event) !== event) several.add(bib);
    if (bib !== '') events.set(bib, event);
  }
  for (const bib of several) events.delete(bib);
  return {
    wornBands: runners.flatMap(({ bandId }) => bandId ?? []),
    eventsByBib: events,
    privateNow: runners.filter(({ isPrivate }) => isPrivate).length,
  };
}
