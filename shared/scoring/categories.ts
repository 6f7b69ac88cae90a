import { type Courses, coursesOf } from '../model/courses.ts';
import type { AgeGroup, EventCode } from '../model/ids.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { type CategorySetup, type CategoryScheme, type Sex, SEXES } from '../model/race-setup.ts';
import type { Runner } from '../model/runner.ts';

/** Words in entries for a sex other than `F` and `M`; any other word may mean one of those. */
const NEITHER = /^(x|nb|non[- ]?binary)$/i;

/** Parses the sex of an entry (RULES.md AG3). */
export function readEntrySex(word: string): Sex | undefined {
  if (NEITHER.test(word.trim())) return 'X';
  return SEXES.find((sex) => sex === word);
}

/** The sex of an entry, unless its category implies the same (RULES.md GP3). */
export function findOwnSex(
  { sex = '', ageGroup }: Pick<Runner, 'sex' | 'ageGroup'>,
  courses: Courses,
): Sex | undefined {
  const own = readEntrySex(sex);
  return own === courses.sexOf({ ageGroup }) ? undefined : own;
}

/**
 * The category for an age in whole years, which may differ by category (RULES.md AG2). Without a sex, the category that
 * all sexes of the table share at that age.
 */
export function findAgeGroup(
  sex: Sex | undefined,
  ageIn: (category: CategorySetup) => number,
  { table }: CategoryScheme,
): AgeGroup | undefined {
  const all = SEXES.filter((one) => table.some(({ sexes }) => sexes.includes(one)));
  const wanted = sex ? [sex] : all;
  return table.find((category) => {
    const { from = 0, to = Infinity, sexes } = category;
    const age = ageIn(category);
    return from <= age && age <= to && wanted.every((one) => sexes.includes(one));
  })?.code;
}

/** The start of an event as in the settings, else that of its first wave; empty if neither is set. */
export function startOf(
  event: EventCode,
  { raceStart, starts, setup }: Pick<RaceConfig, 'raceStart' | 'starts' | 'setup'>,
): string {
  const { waves } = coursesOf({ setup }).setup;
  const ofEvent = waves.filter(({ distance }) => distance === event).map(({ id }) => id);
  return starts[event] || raceStart || findFirst(ofEvent, starts);
}

/**
 * The day on which an event starts, `2026-06-20`: without a start of its own, the day of the first start of the race;
 * empty if no start is set (RULES.md AG1).
 */
export function raceDayOf(
  event: EventCode,
  config: Pick<RaceConfig, 'raceStart' | 'starts' | 'setup'>,
): string {
  const first = startOf(event, config) || findFirst(coursesOf(config).startKeys, config.starts);
  return first.slice(0, 'YYYY-MM-DD'.length);
}

function findFirst(keys: readonly string[], starts: RaceConfig['starts']): string {
  return keys.flatMap((key) => starts[key] || []).toSorted()[0] ?? '';
}

const DAY_FORM = /^(\d{4})-(\d\d-\d\d)$/;

/** The age in years, on a day, of a person born on `birthDate` (both `2026-06-20`); undefined if either is invalid. */
export function findAge(birthDate: string, day: string): number | undefined {
  const [, born, birthday = ''] = DAY_FORM.exec(birthDate) ?? [];
  const [, year, date = ''] = DAY_FORM.exec(day) ?? [];
  if (born === undefined || year === undefined || birthDate > day) return undefined;
  return Number(year) - Number(born) - (birthday <= date ? 0 : 1);
}

/** The day that determines ages in a race on `raceDay` (RULES.md AG3). */
function findAgeDay(ageOn: CategoryScheme['ageOn'], raceDay: string): string {
  const [year, date] = [raceDay.slice(0, 4), raceDay.slice(5)];
  switch (ageOn.rule) {
    case 'race-day':
      return raceDay;
    case 'year-end':
      return `${year}-12-31`;
    case 'day':
      return `${year}-${ageOn.day}`;
    case 'season':
      return `${ageOn.day <= date ? year : Number(year) - 1}-${ageOn.day}`;
    default:
      return ageOn satisfies never;
  }
}

/** The category of a sex and date of birth on a race day (`2026-06-20`); undefined if not determined (RULES.md AG3). */
export function deriveAgeGroup(
  { sex = '', birthDate = '' }: Pick<Runner, 'sex' | 'birthDate'>,
  raceDay: string,
  scheme: CategoryScheme,
): AgeGroup | undefined {
  const known = readEntrySex(sex);
  if (findAge(birthDate, raceDay) === undefined || (sex.trim() !== '' && !known)) return undefined;
  // 0 for a person born between the age day and the race.
  const ageBy = (ageOn: CategoryScheme['ageOn']): number =>
    findAge(birthDate, findAgeDay(ageOn, raceDay)) ?? 0;
  const age = ageBy(scheme.ageOn);
  return findAgeGroup(
    known,
    ({ ageDay }) => (ageDay === undefined ? age : ageBy({ rule: 'day', day: ageDay })),
    scheme,
  );
}

/** Updates a derived category to race day, if that day is known (RULES.md AG1). */
export function updateAgeGroup(
  runner: Runner,
  config: Pick<RaceConfig, 'raceStart' | 'starts' | 'setup'>,
): Runner {
  if (!runner.isAgeGroupDerived) return runner;
  const { categories } = coursesOf(config).setup;
  const ageGroup = deriveAgeGroup(runner, raceDayOf(runner.event, config), categories);
  return ageGroup === undefined || ageGroup === runner.ageGroup ? runner : { ...runner, ageGroup };
}
