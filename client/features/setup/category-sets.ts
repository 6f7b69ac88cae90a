import type { CategorySetup } from '#shared/model/race-setup.ts';

/** Categories that many races have: the ages at which those after the seniors begin. */
export interface CategorySet {
  readonly label: string;
  readonly women: readonly number[];
  readonly men: readonly number[];
}

const TENS = [40, 50, 60, 70];
const FIVES = [40, 45, 50, 55, 60, 65, 70, 75];
const FIVES_FROM_35 = [35, ...FIVES, 80];

export const CATEGORY_SETS: readonly CategorySet[] = [
  { label: 'Seniors in tens, from 40', women: TENS, men: TENS },
  { label: 'Seniors in tens, women from 35', women: [35, 45, 55, 65], men: TENS },
  { label: 'Seniors in fives, from 35', women: FIVES_FROM_35, men: FIVES_FROM_35 },
  {
    label: 'Seniors in fives, women from 35, men from 40',
    women: [35, ...FIVES],
    men: FIVES,
  },
];

/** The table with a set in place of all categories of women and men. */
export function fillIn(
  table: readonly CategorySetup[],
  { women, men }: CategorySet,
): readonly CategorySetup[] {
  const others = table.flatMap((row): CategorySetup[] =>
    row.sexes.includes('X') ? [{ ...row, sexes: ['X'] }] : [],
  );
  return [...listRows('F', women), ...listRows('M', men), ...others];
}

function listRows(sex: 'F' | 'M', ages: readonly number[]): CategorySetup[] {
  return [undefined, ...ages].map((from, index) => createRow(sex, from, ages[index]));
}

function createRow(
  sex: 'F' | 'M',
  from: number | undefined,
  next: number | undefined,
): CategorySetup {
  return {
    code: `${sex}${from ?? '-SNR'}`,
    sexes: [sex],
    ...(from === undefined ? {} : { from }),
    ...(next === undefined ? {} : { to: next - 1 }),
  };
}
