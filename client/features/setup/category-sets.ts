import type { CategorySetup } from '#shared/model/race-setup.ts';

/** Categories that many races have. */
export interface CategorySet {
  readonly label: string;
  /** The ages it covers; it leaves other categories unchanged. */
  readonly ages: readonly [from: number, to: number];
  /** The youngest age of each category, and its code after `F` or `M`. */
  readonly steps: Readonly<Record<'F' | 'M', readonly (readonly [from: number, code: string])[]>>;
  /** The day of the year on which ages count, if not that of the race. */
  readonly ageDay?: string;
}

type Steps = CategorySet['steps']['F'];

const OLDEST = 119;

/** Seniors, and a category from each of the ages. */
function listSeniors(women: readonly number[], men = women): Pick<CategorySet, 'ages' | 'steps'> {
  return { ages: [20, OLDEST], steps: { F: stepsOf(women), M: stepsOf(men) } };
}

function stepsOf(ages: readonly number[]): Steps {
  return [[20, '-SNR'], ...ages.map((from) => [from, String(from)] as const)];
}

function listJuniors(last: number, steps: Steps): Pick<CategorySet, 'ages' | 'steps'> {
  return { ages: [0, last], steps: { F: steps, M: steps } };
}

const TENS = [40, 50, 60, 70];
const FIVES = [40, 45, 50, 55, 60, 65, 70, 75];

export const CATEGORY_SETS: readonly CategorySet[] = [
  { label: 'Seniors in tens, from 40', ...listSeniors(TENS) },
  { label: 'Seniors in tens, women from 35', ...listSeniors([35, 45, 55, 65], TENS) },
  { label: 'Seniors in fives, from 35', ...listSeniors([35, ...FIVES, 80]) },
  {
    label: 'Seniors in fives, women from 35, men from 40',
    ...listSeniors([35, ...FIVES], FIVES),
  },
  {
    label: 'Fell juniors (U13 to U17), on 1 January',
    ...listJuniors(16, [
      [0, 'U13'],
      [13, 'U15'],
      [15, 'U17'],
    ]),
    ageDay: '01-01',
  },
  {
    // By the age on 31 August before the season: school years 5 and 6 are U12.
    label: 'UK juniors 2026 (U10 to U20)',
    ...listJuniors(18, [
      [0, 'U10'],
      [9, 'U12'],
      [11, 'U14'],
      [13, 'U16'],
      [15, 'U18'],
      [17, 'U20'],
    ]),
  },
];

/**
 * The table with a set in place of the categories of women and men at its ages. A category that reaches into them from
 * below is removed too, and the next older one begins where the set ends, so that everybody has a category.
 */
export function fillIn(
  table: readonly CategorySetup[],
  set: CategorySet,
): readonly CategorySetup[] {
  const others = table.flatMap((row): CategorySetup[] => {
    const sexes = row.sexes.filter((sex) => sex === 'X');
    return sexes.length === 0 ? [] : [{ ...row, sexes }];
  });
  return [...(['F', 'M'] as const).flatMap((sex) => fillSex(table, sex, set)), ...others];
}

function fillSex(
  table: readonly CategorySetup[],
  sex: 'F' | 'M',
  { ages: [from, to], steps: all, ageDay }: CategorySet,
): CategorySetup[] {
  const steps = all[sex];
  const filled = steps.map(([least, code], index): CategorySetup => {
    const next = steps[index + 1]?.[0];
    const row = { code: `${sex}${code}`, sexes: [sex], from: least, to: next ? next - 1 : to };
    return ageDay === undefined ? row : Object.assign(row, { ageDay });
  });
  const codes = new Set(filled.map(({ code }) => code));
  const kept = table.filter((row) => {
    const last = row.to ?? OLDEST;
    return row.sexes.includes(sex) && !codes.has(row.code) && (last > to || last < from);
  });
  const rows = [...kept, ...filled].toSorted((a, b) => (a.to ?? OLDEST) - (b.to ?? OLDEST));
  return rows.map((row, index) => stretch(row, sex, rows[index - 1], index === rows.length - 1));
}

/** Begins where the previous one ends; the last has no end. */
function stretch(
  { from: _from, to, ...row }: CategorySetup,
  sex: 'F' | 'M',
  before: CategorySetup | undefined,
  isLast: boolean,
): CategorySetup {
  return {
    ...row,
    sexes: [sex],
    ...(before?.to === undefined ? {} : { from: before.to + 1 }),
    ...(isLast || to === undefined ? {} : { to }),
  };
}
