/** The age categories a runner can be entered in. */
export const AGE_GROUPS = [
  'FU17',
  'FU19',
  'FU23',
  'F-SNR',
  'F40',
  'F50',
  'F60',
  'F70',
  'F75',
  'MU17',
  'MU19',
  'MU23',
  'M-SNR',
  'M40',
  'M50',
  'M60',
  'M70',
  'M75',
] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

export function isAgeGroup(value: unknown): value is AgeGroup {
  return AGE_GROUPS.some((group) => group === value);
}
