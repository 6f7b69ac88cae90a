import type { CategorySetup, Sex } from '#shared/model/race-setup.ts';

/** Categories that many races have, the same for women and men unless `steps` differ. */
export interface CategorySet {
  readonly label: string;
  /** The ages it covers; it leaves other categories unchanged. */
  readonly ages: readonly [from: number, to: number];
  /** The youngest age of each category, and its code after `F` or `M`. */
  readonly steps: Readonly<Record<'F' | 'M', readonly (readonly [from: number, code: string])[]>>;
  /** The day of the year on which ages count, where it differs from the usual one. */
  readonly ageDay?: string;
}

const OLDEST = 119;
const SENIORS: readonly [number, number] = [20, OLDEST];
const seniors = (starts: readonly number[]): readonly (readonly [number, string])[] => [
  [SENIORS[0], '-SNR'],
  ...starts.map((from) => [from, String(from)] as const),
];
const both = <T>(steps: T): Readonly<Record<'F' | 'M', T>> => ({ F: steps, M: steps });

export const CATEGORY_SETS: readonly CategorySet[] = [
  { label: 'Seniors in tens, from 40', ages: SENIORS, steps: both(seniors([40, 50, 60, 70])) },
  {
    label: 'Seniors in tens, women from 35',
    ages: SENIORS,
    steps: { F: seniors([35, 45, 55, 65]), M: seniors([40, 50, 60, 70]) },
  },
  {
    label: 'Seniors in fives, from 35',
    ages: SENIORS,
    steps: both(seniors([35, 40, 45, 50, 55, 60, 65, 70, 75, 80])),
  },
  {
    label: 'Seniors in fives, women from 35, men from 40',
    ages: SENIORS,
    steps: {
      F: seniors([35, 40, 45, 50, 55, 60, 65, 70, 75]),
      M: seniors([40, 45, 50, 55, 60, 65, 70, 75]),
    },
  },
  {
    label: 'Fell juniors (U13 to U17), on 1 January',
    ages: [0, 16],
    steps: both([
      [0, 'U13'],
      [13, 'U15'],
      [15, 'U17'],
    ]),
    ageDay: '01-01',
  },
  {
    // By the age on 31 August before the season: school years 5 and 6 are U12.
    label: 'UK juniors 2026 (U10 to U20)',
    ages: [0, 18],
    steps: both([
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
  const kept = table.flatMap((row): CategorySetup[] => {
    if (!row.sexes.includes(sex)) return [];
    const last = row.to ?? OLDEST;
    if (last > to) return [{ ...row, from: Math.max(row.from ?? 0, to + 1) }];
    return last < from ? [row] : [];
  });
  const filled = steps.map(([least, code], index): CategorySetup => {
    const next = steps[index + 1]?.[0];
    const row = { code: `${sex}${code}`, sexes: [sex], from: least, to: next ? next - 1 : to };
    return ageDay === undefined ? row : Object.assign(row, { ageDay });
  });
  const taken = new Set(filled.map(({ code }) => code));
  const rows = [...kept.filter(({ code }) => !taken.has(code)), ...filled].toSorted(
    (one, other) => (one.from ?? 0) - (other.from ?? 0),
  );
  return rows.map((row, index) => stretch(row, sex, rows[index - 1], index === rows.length - 1));
}

/** Begins where the previous one ends; the last has no end. */
function stretch(
  { from: _from, to, ...row }: CategorySetup,
  sex: Sex,
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
