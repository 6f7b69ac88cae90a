import { type Courses, coursesOf } from '../model/courses.ts';
import type { AgeGroup, EventCode } from '../model/ids.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { type CategorySetup, type CategoryScheme, type Sex, SEXES } from '../model/race-setup.ts';
import type { Runner } from '../model/runner.ts';

type Person = Pick<Runner, 'sex' | 'birthDate'>;

/** Words in entries for a sex other than `F` and `M`; any other word may mean one of them. */
const NEITHER = /^(x|nb|non[- ]?binary)$/i;

/** The sex meant by the word of an entry (RULES.md AG3). */
export function readEntrySex(word: string): Sex | undefined {
  if (NEITHER.test(word.trim())) return 'X';
  return SEXES.find((sex) => sex === word);
}

/** The sex of an entry, where its category does not give the same (RULES.md GP3). */
export function findOwnSex(
  { sex = '', ageGroup }: Pick<Runner, 'sex' | 'ageGroup'>,
  courses: Courses,
): Sex | undefined {
  const own = readEntrySex(sex);
  return own === courses.sexOf({ ageGroup }) ? undefined : own;
}

/**
 * The category at this age, in whole years (RULES.md AG2). Without a sex it is the one that all sexes of the table have
 * at that age; undefined where there is none.
 */
export function findAgeGroup(
  sex: Sex | undefined,
  age: number,
  scheme: CategoryScheme,
): AgeGroup | undefined {
  return findCategory(sex, () => age, scheme);
}

function findCategory(
  sex: Sex | undefined,
  ageFor: (row: CategorySetup) => number,
  { table }: CategoryScheme,
): AgeGroup | undefined {
  const isOfAge = (row: CategorySetup): boolean => {
    const { from = 0, to = Infinity } = row;
    const age = ageFor(row);
    return from <= age && age <= to;
  };
  const all = SEXES.filter((one) => table.some(({ sexes }) => sexes.includes(one)));
  const meant = sex ? [sex] : all;
  const row = table.find((one) => isOfAge(one) && meant.every((each) => one.sexes.includes(each)));
  return row && row.code;
}

/**
 * The start of an event in the form of the settings, or that of its first wave where it has no gun; empty while neither
 * has a start.
 */
export function startOf(
  event: EventCode,
  { raceStart, starts, setup }: Pick<RaceConfig, 'raceStart' | 'starts' | 'setup'>,
): string {
  const { waves } = coursesOf({ setup }).setup;
  const its = waves.filter(({ distance }) => distance === event).map(({ id }) => id);
  return starts[event] || raceStart || findFirst(its, starts);
}

/**
 * The day on which an event starts, `2026-06-20`: without any start of its own that of the first start of the race;
 * empty while there is none (RULES.md AG1).
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

/**
 * The age in years on a day of a person born on `birthDate` (both `2026-06-20`); undefined where one of them is
 * invalid.
 */
export function findAge(birthDate: string, day: string): number | undefined {
  const [, born, birthday = ''] = DAY_FORM.exec(birthDate) ?? [];
  const [, year, date = ''] = DAY_FORM.exec(day) ?? [];
  if (born === undefined || year === undefined || birthDate > day) return undefined;
  return Number(year) - Number(born) - (birthday <= date ? 0 : 1);
}

/** The year and the day in it on which the ages of a race of `year` and `date` count (RULES.md AG3). */
function findAgeDay(
  ageOn: CategoryScheme['ageOn'],
  year: number,
  date: string,
): { readonly year: number; readonly date: string } {
  switch (ageOn.rule) {
    case 'race-day':
      return { year, date };
    case 'year-end':
      return { year, date: '12-31' };
    case 'day':
      return { year, date: ageOn.day };
    case 'season':
      return { year: ageOn.day <= date ? year : year - 1, date: ageOn.day };
    default:
      return ageOn satisfies never;
  }
}

/**
 * The category of a sex and date of birth on a race day (`2026-06-20`); undefined when they do not determine it
 * (RULES.md AG3).
 */
export function deriveAgeGroup(
  { sex = '', birthDate = '' }: Person,
  day: string,
  scheme: CategoryScheme,
): AgeGroup | undefined {
  const [, raceYear, raceDate = ''] = DAY_FORM.exec(day) ?? [];
  if (findAge(birthDate, day) === undefined) return undefined;
  const known = readEntrySex(sex);
  if (sex.trim() !== '' && known === undefined) return undefined;
  const ageBy = (ageOn: CategoryScheme['ageOn']): number => {
    const { year, date } = findAgeDay(ageOn, Number(raceYear), raceDate);
    // None for a person born between that day and the race.
    return findAge(birthDate, `${year}-${date}`) ?? 0;
  };
  const age = ageBy(scheme.ageOn);
  return findCategory(
    known,
    ({ ageDay }) => (ageDay === undefined ? age : ageBy({ rule: 'day', day: ageDay })),
    scheme,
  );
}

/** The runner with the category of race day, unless it was given or that day is unknown (RULES.md AG1). */
export function settleAgeGroup(
  runner: Runner,
  config: Pick<RaceConfig, 'raceStart' | 'starts' | 'setup'>,
): Runner {
  if (!runner.isAgeGroupDerived) return runner;
  const { categories } = coursesOf(config).setup;
  const ageGroup = deriveAgeGroup(runner, raceDayOf(runner.event, config), categories);
  return ageGroup === undefined || ageGroup === runner.ageGroup ? runner : { ...runner, ageGroup };
}
