import { expect, test } from 'vitest';

import { listQuick } from '#client/features/settings/TimingSection.tsx';
import { Courses } from '#shared/model/courses.ts';
import type { DistanceSetup } from '#shared/model/race-setup.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildSetup } from '#tests/support/build-setup.ts';

function distance(name: string, given: Partial<DistanceSetup> = {}): DistanceSetup {
  return { code: name, name, course: '1 km', segments: [], ...given };
}

test('distances that a fast runner finishes before the earliest finish are named, unless they have their own', () => {
  const setup = buildSetup({
    courses: [
      { id: '1 km', name: '1 km', visits: [], lengthM: 1_000 },
      { id: '5 km', name: '5 km', visits: [], lengthM: 5_000 },
      { id: 'laps', name: 'Laps', visits: [{ point: 'cp1', atM: 3_000 }], lengthM: 30_000 },
    ],
    distances: [
      distance('Children'),
      distance('Toddlers', { earliestFinish: '00:02:30' }),
      distance('5K', { course: '5 km' }),
      distance('Laps', { course: 'laps', rankedBy: 'laps' }),
    ],
  });
  expect(listQuick(new Courses(setup), 10 * MINUTE_MS)).toEqual(['Children', 'Laps']);
});
