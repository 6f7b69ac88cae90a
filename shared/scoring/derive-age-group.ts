import type { AgeGroup } from '../model/age-group.ts';
import type { EventCode } from '../model/event.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { Runner } from '../model/runner.ts';

/** The first age that is too old for the category. */
const BOUNDS = [
  [17, 'U17'],
  [19, 'U19'],
  [23, 'U23'],
  [40, '-SNR'],
  [50, '40'],
  [60, '50'],
  [70, '60'],
  [75, '70'],
] as const;

/** The category of somebody of this age, in years (RULES.md AG1). */
export function findAgeGroup(sex: 'F' | 'M', age: number): AgeGroup {
  const [, group] = BOUNDS.find(([bound]) => age < bound) ?? [0, '75' as const];
  return `${sex}${group}`;
}

/** The day on which an event starts, `2026-06-20`; empty while no start is set. */
export function raceDayOf(
  event: EventCode,
  { raceStart, starts }: Pick<RaceConfig, 'raceStart' | 'starts'>,
): string {
  return (starts[event] || raceStart).slice(0, 'YYYY-MM-DD'.length);
}

const DAY_FORM = /^(\d{4})-(\d\d-\d\d)$/;

/** How old, in years, somebody born on `birthDate` is on a day (both `2026-06-20`); undefined where one of them is none. */
export function findAge(birthDate: string, day: string): number | undefined {
  const [, birthYear, birthday = ''] = DAY_FORM.exec(birthDate) ?? [];
  const [, year, date = ''] = DAY_FORM.exec(day) ?? [];
  if (birthYear === undefined || year === undefined) return undefined;
  const age = Number(year) - Number(birthYear) - (birthday <= date ? 0 : 1);
  return age < 0 ? undefined : age;
}

/** The category that sex and date of birth make on a day (`2026-06-20`); undefined when they do not tell. */
export function deriveAgeGroup(
  { sex, birthDate = '' }: Pick<Runner, 'sex' | 'birthDate'>,
  day: string,
): AgeGroup | undefined {
  if (sex !== 'F' && sex !== 'M') return undefined;
  const age = findAge(birthDate, day);
  return age === undefined ? undefined : findAgeGroup(sex, age);
}

/** The runner with the category of race day, unless it was given or that day is not known (RULES.md AG1). */
export function settleAgeGroup(
  runner: Runner,
  config: Pick<RaceConfig, 'raceStart' | 'starts'>,
): Runner {
  if (!runner.isAgeGroupDerived) return runner;
  const ageGroup = deriveAgeGroup(runner, raceDayOf(runner.event, config));
  return ageGroup === undefined || ageGroup === runner.ageGroup ? runner : { ...runner, ageGroup };
}
