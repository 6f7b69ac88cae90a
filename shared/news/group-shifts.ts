import { groupBy } from '../model/group-by.ts';

/** So many times that all changed by the same are one thing to say. */
const LEAST_SHIFTED = 4;

/**
 * Puts together what is one thing to say, such as the times of a race whose start was corrected, in the order of
 * the first of each. What has no key, and of which there are few, stands alone.
 */
export function groupShifts<T>(
  all: readonly T[],
  keyOf: (one: T) => string | undefined,
): readonly (readonly T[])[] {
  const groups = groupBy(all, keyOf);
  return all.flatMap((one): (readonly T[])[] => {
    const key = keyOf(one);
    const group = key === undefined ? [] : (groups.get(key) ?? []);
    if (group.length < LEAST_SHIFTED) return [[one]];
    return group[0] === one ? [group] : [];
  });
}
