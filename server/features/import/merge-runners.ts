import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';

import { foldBib, foldText } from '#shared/format/fold-text.ts';
import { formatClock } from '#shared/format/format-time.ts';
import { append } from '#shared/model/group-by.ts';
import { asRunnerId, type BandId, type RunnerId } from '#shared/model/ids.ts';
import {
  bandsOf,
  ENTRY_DETAILS,
  findDisqualification,
  type Runner,
  withRule,
} from '#shared/model/runner.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { parseOverride, writeOverride } from '#shared/model/typed-words.ts';
import type { ImportMerge } from '#shared/wire/import-api.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { deriveAgeGroup } from '#shared/scoring/categories.ts';
import { describeBandless } from './import-notes.ts';
import {
  type Fault,
  type FoundFaults,
  listSome,
  type NewRunner,
  sumUpFaults,
} from './import-outcome.ts';
import type { ImportOptions } from './read-runners.ts';
import type { LiveRace } from '#server/race/live-race.ts';

export interface MergedFile {
  readonly runners: readonly NewRunner[];
  readonly lines: readonly number[];
}

export interface MergePlan extends ImportMerge, FoundFaults {
  /** The new and changed runners after the merge. */
  readonly changed: readonly Runner[];
  /** The wristband of each chip in the file, by its code. */
  readonly chips: Readonly<Record<string, BandId>>;
  readonly notes: readonly string[];
}

type CategoriesOfRace = Pick<ImportOptions, 'setup' | 'raceDays'>;

/** Describes what happened to an entry: `finished in 1:58:20`; empty if neither seen nor reported. */
type FindHappened = (runner: Runner) => string;

const MAX_SAMPLES = 10;
const MAX_ASKED = 100;
/** Rows planned before yielding to other requests. */
const ROWS_AT_ONCE = 500;

/** Warnings, in this order. */
const NOTES = {
  keptBand: 'Assigned bands stay',
  renamed: 'Entries with a new name',
  namesake: 'Added despite an entry of the same name',
} as const;
type Note = keyof typeof NOTES;

/**
 * Plans a merge (IMPORT.md IM40): each row is the entry with its bib, else with its name and date of birth, else a new
 * one. Yields to other requests (IM3).
 */
export async function planMerge(
  file: MergedFile,
  present: Iterable<Runner>,
  race: CategoriesOfRace,
  findHappened: FindHappened = () => '',
): Promise<MergePlan> {
  const entries = indexEntries(present);
  const lineOfBib = new Map<string, number>();
  const lineOfEntry = new Map<RunnerId, number>();
  const faults: Fault[] = [];
  const changed: Runner[] = [];
  const samples: string[] = [];
  /** Seen or reported runners whose result the file changes. */
  const asked: string[] = [];
  const chips: Record<string, BandId> = {};
  const notes = new Map<Note, string[]>();
  let unchanged = 0;

  const findFault = (
    row: NewRunner,
    line: number,
    [found, ...others]: readonly Runner[],
  ): string | undefined => {
    const bib = foldBib(row.bibNumber);
    const twin = lineOfBib.get(bib);
    if (twin !== undefined) {
      return `The bib ${quoteGiven(row.bibNumber)} is already on line ${twin}.`;
    }
    if (bib !== '') lineOfBib.set(bib, line);
    if (others.length > 0) {
      return `Several entries have the bib, or the name and date of birth, of ${describe(row)}: give a bib that one alone has.`;
    }
    const holder = row.bandId && entries.byBand.get(row.bandId);
    if (holder && holder !== found) {
      return `The wristband ${row.bandId} already belongs to ${describe(holder)}.`;
    }
    if (!found) {
      return row.isEventOfEntry || row.isNameOfEntry
        ? `Nobody has the bib ${quoteGiven(row.bibNumber)}: a new runner needs a name and an event.`
        : undefined;
    }
    const first = lineOfEntry.get(found.runnerId);
    lineOfEntry.set(found.runnerId, line);
    return first === undefined
      ? undefined
      : `This is ${describe(found)}, who is already on line ${first}.`;
  };

  const add = ({ chips: codes = [], nameIfNew, ...entry }: NewRunner, line: number): void => {
    const row = nameIfNew === undefined ? entry : { ...entry, lastName: nameIfNew };
    for (const code of codes) if (row.bandId) chips[code] = row.bandId;
    if (nameKey(row) !== '' && entries.names.has(nameKey(row))) {
      append(notes, 'namesake', `${nameOf(row)} (line ${line})`);
    }
    changed.push({ runnerId: asRunnerId(randomUUID()), ...row, rev: 1 });
  };

  const merge = (found: Runner, row: NewRunner, line: number): void => {
    if (found.bandId !== undefined && row.bandId !== undefined && row.bandId !== found.bandId) {
      append(notes, 'keptBand', `${describe(found)} keeps ${found.bandId} (line ${line})`);
    }
    const merged = deriveAgain(found, mergeInto(found, row), race);
    for (const code of row.chips ?? []) if (merged.bandId) chips[code] = merged.bandId;
    const changes = listChanges(found, merged).join(', ');
    if (changes === '') {
      unchanged += 1;
      return;
    }
    const happened = findHappened(found);
    if (happened !== '' && isResultChanged(found, merged)) {
      asked.push(`${describe(found)}, ${happened}: ${changes} (line ${line})`);
    }
    if (nameKey(found) !== nameKey(merged)) {
      append(notes, 'renamed', `${nameOf(found)} → ${nameOf(merged)} (line ${line})`);
    }
    if (samples.length < MAX_SAMPLES) {
      samples.push(`${describe(found)}: ${changes} (line ${line})`);
    }
    changed.push({ ...merged, rev: found.rev + 1 });
  };

  for (const [index, row] of file.runners.entries()) {
    const line = file.lines[index] ?? 0;
    const found = findEntries(entries, row);
    const message = findFault(row, line, found);
    if (message !== undefined) faults.push({ line, message });
    else if (found[0]) merge(found[0], row, line);
    else add(row, line);
    if (index % ROWS_AT_ONCE === 0) await yieldToOthers();
  }
  const added = changed.filter(({ rev }) => rev === 1);
  return {
    added: added.length,
    merged: changed.length - added.length,
    unchanged,
    samples,
    asked: { count: asked.length, listed: asked.slice(0, MAX_ASKED) },
    changed,
    chips,
    ...sumUpFaults(faults),
    notes: [
      ...Object.entries(NOTES).flatMap(([note, what]) => {
        const items = notes.get(note as Note);
        return items ? [`${what}: ${listSome(items, '; ')}.`] : [];
      }),
      ...describeBandless(added),
    ],
  };
}

function indexEntries(present: Iterable<Runner>) {
  const byBib = new Map<string, Runner[]>();
  const byBirth = new Map<string, Runner[]>();
  const byBand = new Map<BandId, Runner>();
  const names = new Set<string>();
  for (const runner of present) {
    if (runner.bibNumber !== '') append(byBib, foldBib(runner.bibNumber), runner);
    if (runner.birthDate) append(byBirth, birthKey(runner), runner);
    for (const bandId of bandsOf(runner)) byBand.set(bandId, runner);
    names.add(nameKey(runner));
  }
  return { byBib, byBirth, byBand, names };
}

/** The entries that a row may be: those with its bib, if several the one of its name; else by name and birth. */
function findEntries(
  { byBib, byBirth }: Pick<ReturnType<typeof indexEntries>, 'byBib' | 'byBirth'>,
  row: NewRunner,
): readonly Runner[] {
  const ofBib = byBib.get(foldBib(row.bibNumber)) ?? [];
  const named = ofBib.filter((one) => nameKey(one) === nameKey(row));
  if (ofBib.length > 0) return ofBib.length > 1 && named.length === 1 ? named : ofBib;
  return row.birthDate && nameKey(row) !== '' ? (byBirth.get(birthKey(row)) ?? []) : [];
}

/** A derived category follows a changed sex or date of birth (RULES.md AG1). */
function deriveAgain(found: Runner, merged: Runner, race: CategoriesOfRace): Runner {
  const isSame = found.sex === merged.sex && found.birthDate === merged.birthDate;
  if (isSame || !found.isAgeGroupDerived || merged.ageGroup !== found.ageGroup) return merged;
  const { isAgeGroupDerived: _was, ...given } = merged;
  const day = race.raceDays[merged.event] ?? '';
  const ageGroup = deriveAgeGroup(merged, day, coursesOf(race).setup.categories);
  return ageGroup === undefined
    ? { ...given, ageGroup: '' }
    : { ...given, ageGroup, isAgeGroupDerived: true };
}

function isResultChanged(before: Runner, after: Runner): boolean {
  return (
    (['event', 'wave', 'ownStart'] as const).some((field) => before[field] !== after[field]) ||
    showOverride(before) !== showOverride(after)
  );
}

/** `01:58:20`, `DNF`, `DNS`, `DSQ` and the rule; empty for none. */
function showOverride(runner: Runner): string {
  const override = parseOverride(runner.overrideTime);
  const text = override?.kind === 'total' ? formatClock(override.totalMs) : override?.kind;
  return writeOverride(text?.toUpperCase() ?? '', findDisqualification(runner)?.rule);
}

/** The entry with the row's values; empty cells, a different band and a missing privacy mark change nothing. */
function mergeInto(found: Runner, row: NewRunner): Runner {
  const { isAgeGroupDerived, wave, ...rest } = found;
  const texts = ['bibNumber', 'runClub', 'overrideTime', ...ENTRY_DETAILS] as const;
  const filled = Object.fromEntries(
    texts.flatMap((name) => (row[name] ? [[name, row[name]]] : [])),
  );
  // A given category takes precedence over a derived one.
  const isGiven = found.ageGroup !== '' && !isAgeGroupDerived;
  const takesGroup = row.ageGroup !== '' && !(isGiven && row.isAgeGroupDerived);
  const isDerived = takesGroup ? row.isAgeGroupDerived : isAgeGroupDerived;
  const isHeld = row.bandId !== undefined && bandsOf(found).includes(row.bandId);
  const event = row.isEventOfEntry ? found.event : row.event;
  const merged = {
    ...rest,
    // A wave belongs to a distance (RULES.md ST13).
    ...(wave && event === found.event && { wave }),
    ...filled,
    ...mergeName(found, row),
    event,
    ...(takesGroup ? { ageGroup: row.ageGroup } : {}),
    ...(isDerived ? { isAgeGroupDerived: true as const } : {}),
    ...(found.bandId === undefined && row.bandId !== undefined && !isHeld
      ? { bandId: row.bandId }
      : {}),
    ...(row.isPrivate ? { isPrivate: true } : {}),
  };
  const { rule, by = '' } = row.disqualified ?? {};
  return withRule(merged, rule, by);
}

/** A name is replaced whole, never mixed; a single part equal to the entry's changes nothing. */
function mergeName(found: Named, { firstName, lastName }: Named): Named {
  const isPart =
    (lastName === '' && foldText(firstName) === foldText(found.firstName)) ||
    (firstName === '' && foldText(lastName) === foldText(found.lastName));
  const isKept = nameKey({ firstName, lastName }) === '' || isPart;
  return isKept
    ? { firstName: found.firstName, lastName: found.lastName }
    : { firstName, lastName };
}

const COMPARED = [
  ['firstName', 'first name'],
  ['lastName', 'last name'],
  ['event', 'event'],
  ['bibNumber', 'bib'],
  ['bandId', 'band'],
  ['ageGroup', 'category'],
  ['runClub', 'team'],
  ['overrideTime', 'override time'],
  ['isPrivate', 'private'],
  ['mobileNumber', 'phone'],
  ['emergencyContact', 'emergency contact'],
  ['medicalNote', 'medical note'],
  ['sex', 'sex'],
  ['birthDate', 'date of birth'],
  ['nationality', 'nationality'],
  ['wave', 'wave'],
  ['ownStart', 'own start'],
] as const satisfies readonly (readonly [keyof Runner, string])[];

/** `band none → 501` for each field that differs. */
function listChanges(before: Runner, after: Runner): string[] {
  return COMPARED.flatMap(([field, word]) => {
    const [was, is] = [before, after].map((runner) =>
      field === 'overrideTime' ? showOverride(runner) : String(runner[field] ?? ''),
    );
    return was === is ? [] : [`${word} ${was || 'none'} → ${is || 'none'}`];
  });
}

type Named = Pick<Runner, 'firstName' | 'lastName'>;

function nameKey({ firstName, lastName }: Named): string {
  return foldText(`${firstName} ${lastName}`);
}

function birthKey(runner: Named & { readonly birthDate?: string }): string {
  return `${nameKey(runner)} ${runner.birthDate ?? ''}`;
}

/** The name, or without one the bib. */
function nameOf({ firstName, lastName, bibNumber }: Named & Pick<Runner, 'bibNumber'>): string {
  const name = `${firstName} ${lastName}`.trim();
  return name === '' ? `bib ${bibNumber}` : name;
}

function describe(runner: Named & Pick<Runner, 'bibNumber'>): string {
  const { firstName, lastName, bibNumber } = runner;
  const isNamed = `${firstName}${lastName}` !== '';
  return isNamed && bibNumber !== '' ? `${nameOf(runner)} (bib ${bibNumber})` : nameOf(runner);
}

/** Finds what happened to an entry in the race (IMPORT.md IM48). */
export function happenedIn(
  race: Pick<LiveRace, 'findScored' | 'isSeen' | 'reports'>,
): FindHappened {
  return (runner) => {
    const totalMs = race.findScored(runner.runnerId)?.score.totalMs;
    if (typeof totalMs === 'number') return `finished in ${formatClock(totalMs)}`;
    if (race.isSeen(runner)) return 'seen';
    return race.reports.of(runner.runnerId).length > 0 ? 'reported' : '';
  };
}
