import { expect, test } from 'vitest';

import { describeImpact } from '#client/organisers/config/ImpactNote.tsx';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventImpact } from '#shared/wire/config-api.ts';

const counts = (finished: number, racing: number, dnf = 0) => ({ finished, racing, dnf });
const none: EventImpact = { before: counts(5, 2), after: counts(5, 2), moved: 0 };
const config = { setup: '', distances: 'Byr,Hir,Ultra' };

test('the effect of settings is in the words of the race, or empty', () => {
  expect(
    describeImpact(
      USUAL_COURSES.byEvent(() => none),
      config,
    ),
  ).toEqual([]);
  expect(
    describeImpact(
      {
        ...USUAL_COURSES.byEvent(() => none),
        BB: { before: counts(133, 2), after: counts(0, 135), moved: 0, regunned: 121 },
        PB: { before: counts(20, 0), after: counts(20, 0), moved: 20 },
        UB: { before: counts(1, 1), after: counts(1, 0, 1), moved: 1, regunned: 1 },
      },
      config,
    ),
  ).toEqual([
    'Byr: 133 finishers would become 0, 2 on course would become 135, the gun of 121 runners already read changes.',
    'Hir: the times of 20 finishers change.',
    'Ultra: 0 DNFs would become 1, 1 on course would become 0, 1 finisher’s time changes, the gun of 1 runner already read changes.',
  ]);
});
