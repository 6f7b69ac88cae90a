import { setImmediate as yieldToOthers } from 'node:timers/promises';

import { foldBib, foldText } from '#shared/format/fold-text.ts';
import { formatClock } from '#shared/format/format-time.ts';
import { append } from '#shared/model/group-by.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import {
  bandsOf,
  ENTRY_DETAILS,
  findDisqualification,
  type Runner,
  withRule,
} from '#shared/model/runner.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { parseOverride, writeOverride } from '#shared/model/typed-words.ts';
import type { ImportMerge, MergeSample } from '#shared/wire/import-api.ts';
import { type Courses, coursesOf } from '#shared/model/courses.ts';
import { deriveAgeGroup, readEntrySex } from '#shared/scoring/categories.ts';
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

/**
 * Plans a merge (IMPORT.md IM40): each row is the entry with its bib, else with its name and date of birth, else a new
 * one. Yields to other requests (IM3).
 */
export async function planMerge(
  file: MergedFile,
  present: Iterable<Runner>,
  createId: () => RunnerId,
  race: CategoriesOfRace,
  findHappened: FindHappened = () => '',
): Promise<MergePlan> {
  const merge = new Merge(present, createId, race, findHappened);
  for (const [index, row] of file.runners.entries()) {
    merge.take(row, file.lines[index] ?? 0);
    if (index % ROWS_AT_ONCE === 0) await yieldToOthers();
  }
  return merge.finish();
}

/** Warnings, in this order. */
const NOTES = {
  otherSex:
    'In a category of another sex, which stays: give the category in the file, or change it on Registration',
  keptBand: 'Assigned bands stay',
  renamed: 'Entries with a new name',
  unnamed: 'Added without a name, shown by bib',
  namesake: 'Added despite an entry of the same name',
  seen: 'Seen or reported already, and changed',
} as const;
type Note = keyof typeof NOTES;

class Merge {
  readonly #byBib = new Map<string, Runner[]>();
  readonly #byBirth = new Map<string, Runner[]>();
  readonly #byName = new Set<string>();
  readonly #holders = new Map<BandId, Runner>();
  readonly #createId: () => RunnerId;
  readonly #findHappened: FindHappened;
  readonly #courses: Courses;
  readonly #raceDays: CategoriesOfRace['raceDays'];
  readonly #faults: Fault[] = [];
  readonly #changed: Runner[] = [];
  readonly #samples: MergeSample[] = [];
  readonly #lineOfBib = new Map<string, number>();
  readonly #lineOfTarget = new Map<RunnerId, number>();
  readonly #notes = new Map<Note, string[]>();
  /** Seen or reported runners whose result the file changes. */
  readonly #asked: string[] = [];
  readonly #chips: Record<string, BandId> = {};
  #added = 0;
  #unchanged = 0;

  constructor(
    present: Iterable<Runner>,
    createId: () => RunnerId,
    race: CategoriesOfRace,
    findHappened: FindHappened,
  ) {
    this.#createId = createId;
    this.#courses = coursesOf(race);
    this.#raceDays = race.raceDays;
    this.#findHappened = findHappened;
    for (const runner of present) {
      if (runner.bibNumber !== '') append(this.#byBib, foldBib(runner.bibNumber), runner);
      if (runner.birthDate) append(this.#byBirth, birthKey(runner), runner);
      this.#byName.add(nameKey(runner));
      for (const bandId of bandsOf(runner)) this.#holders.set(bandId, runner);
    }
  }

  take(row: NewRunner, line: number): void {
    const bib = foldBib(row.bibNumber);
    const twin = bib === '' ? undefined : this.#lineOfBib.get(bib);
    if (twin !== undefined) {
      this.#fault(line, `The bib ${quoteGiven(row.bibNumber)} is already on line ${twin}.`);
      return;
    }
    if (bib !== '') this.#lineOfBib.set(bib, line);
    const found = this.#find(row, bib);
    if (found === 'several') {
      this.#fault(
        line,
        bib === ''
          ? `Several entries have the name and date of birth of ${nameOf(row)}: give the bib.`
          : `Several entries have the bib ${quoteGiven(row.bibNumber)}, or the name and date of birth of this line: change them on Registration.`,
      );
      return;
    }
    const holder = row.bandId && this.#holders.get(row.bandId);
    if (holder && holder !== found) {
      this.#fault(line, `The wristband ${row.bandId} already belongs to ${describe(holder)}.`);
      return;
    }
    if (found) this.#merge(found, row, line);
    else if (row.isEventOfEntry || row.isNameOfEntry) {
      this.#fault(
        line,
        `Nobody has the bib ${quoteGiven(row.bibNumber)}: a new runner needs a name and an event.`,
      );
    } else this.#add(row, line);
  }

  #find(row: NewRunner, bib: string): Runner | 'several' | undefined {
    const byBib = this.#byBib.get(bib) ?? [];
    const named = byBib.length > 1 ? byBib.filter((one) => nameKey(one) === nameKey(row)) : byBib;
    if (byBib.length > 0) return named.length === 1 ? named[0] : 'several';
    const byBirth =
      row.birthDate && nameKey(row) !== '' ? (this.#byBirth.get(birthKey(row)) ?? []) : [];
    return byBirth.length > 1 ? 'several' : byBirth[0];
  }

  #add({ chips = [], nameIfNew, ...entry }: NewRunner, line: number): void {
    const row = nameIfNew === undefined ? entry : { ...entry, lastName: nameIfNew };
    for (const code of chips) if (row.bandId) this.#chips[code] = row.bandId;
    if (nameKey(row) === '') this.#note('unnamed', nameOf(row), line);
    else if (this.#byName.has(nameKey(row))) this.#note('namesake', nameOf(row), line);
    this.#added += 1;
    this.#changed.push({ runnerId: this.#createId(), ...row, rev: 1 });
  }

  #merge(found: Runner, row: NewRunner, line: number): void {
    const first = this.#lineOfTarget.get(found.runnerId);
    if (first !== undefined) {
      this.#fault(line, `This is ${describe(found)}, who is already on line ${first}.`);
      return;
    }
    this.#lineOfTarget.set(found.runnerId, line);
    if (found.bandId !== undefined && row.bandId !== undefined && row.bandId !== found.bandId) {
      this.#note('keptBand', `${describe(found)} keeps ${found.bandId}`, line);
    }
    const merged = this.#deriveAgain(found, mergeInto(found, row));
    for (const code of row.chips ?? []) if (merged.bandId) this.#chips[code] = merged.bandId;
    const changes = listChanges(found, merged);
    if (changes.length === 0) {
      this.#unchanged += 1;
      return;
    }
    const happened = this.#findHappened(found);
    if (happened !== '') {
      const words = `${describe(found)}, ${happened}: ${changes.join(', ')}`;
      if (isResultChanged(found, merged)) this.#asked.push(`${words} (line ${line})`);
      else this.#note('seen', words, line);
    }
    if (isOfOtherSex(merged, this.#courses)) {
      const words = `${describe(merged)} is ${merged.sex ?? ''} and in ${merged.ageGroup}`;
      this.#note('otherSex', words, line);
    }
    if (nameKey(found) !== nameKey(merged)) {
      this.#note('renamed', `${nameOf(found)} → ${nameOf(merged)}`, line);
    }
    if (this.#samples.length < MAX_SAMPLES) {
      this.#samples.push({ line, name: nameOf(found), bibNumber: found.bibNumber, changes });
    }
    this.#changed.push({ ...merged, rev: found.rev + 1 });
  }

  /** A derived category follows a changed sex or date of birth (RULES.md AG1). */
  #deriveAgain(found: Runner, merged: Runner): Runner {
    const isSame = found.sex === merged.sex && found.birthDate === merged.birthDate;
    if (isSame || !found.isAgeGroupDerived || merged.ageGroup !== found.ageGroup) return merged;
    const { isAgeGroupDerived: _was, ...given } = merged;
    const day = this.#raceDays[merged.event] ?? '';
    const ageGroup = deriveAgeGroup(merged, day, this.#courses.setup.categories);
    return ageGroup === undefined
      ? { ...given, ageGroup: '' }
      : { ...given, ageGroup, isAgeGroupDerived: true };
  }

  #fault(line: number, message: string): void {
    this.#faults.push({ line, message });
  }

  #note(note: Note, words: string, line: number): void {
    append(this.#notes, note, `${words} (line ${line})`);
  }

  finish(): MergePlan {
    return {
      added: this.#added,
      merged: this.#changed.length - this.#added,
      unchanged: this.#unchanged,
      samples: this.#samples,
      asked: { count: this.#asked.length, listed: this.#asked.slice(0, MAX_ASKED) },
      changed: this.#changed,
      chips: this.#chips,
      ...sumUpFaults(this.#faults),
      notes: [
        ...Object.entries(NOTES).flatMap(([note, what]) => {
          const items = this.#notes.get(note as Note);
          return items ? [`${what}: ${listSome(items, '; ')}.`] : [];
        }),
        ...describeBandless(this.#changed.filter(({ rev }) => rev === 1)),
      ],
    };
  }
}

function isOfOtherSex({ sex = '', ageGroup }: Runner, courses: Courses): boolean {
  const [own, ofCategory] = [readEntrySex(sex), courses.sexOf({ ageGroup })];
  return own !== undefined && ofCategory !== undefined && own !== ofCategory;
}

function isResultChanged(before: Runner, after: Runner): boolean {
  return before.event !== after.event || showOverride(before) !== showOverride(after);
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

function describe(runner: Runner): string {
  const { firstName, lastName, bibNumber } = runner;
  const isNamed = `${firstName}${lastName}` !== '';
  return isNamed && bibNumber !== '' ? `${nameOf(runner)} (bib ${bibNumber})` : nameOf(runner);
}

/** Finds what happened to an entry in the race (IMPORT.md IM48). */
export function happenedIn(
  race: Pick<LiveRace, 'findScored' | 'isSeen' | 'reports'>,
): FindHappened {
  return (runner) => {
    const score = race.findScored(runner.runnerId)?.score;
    const isDecided = parseOverride(runner.overrideTime) !== undefined;
    if (score?.totalMs !== undefined && score.totalMs !== null) {
      return `finished in ${formatClock(score.totalMs)}`;
    }
    if (score?.hasFinish) return 'read at the finish';
    const reports = race.reports.of(runner.runnerId);
    if (reports.some(({ kind }) => kind === 'stopped')) return 'reported as stopped';
    if (race.isSeen(runner)) return isDecided ? 'seen, and out' : 'on the course';
    return reports.length > 0 ? 'reported' : '';
  };
}
