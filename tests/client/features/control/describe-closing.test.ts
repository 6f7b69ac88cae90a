import { expect, test } from 'vitest';

import { describeClosing } from '#client/features/control/closing/describe-closing.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';

test('[RK12] closing ends a race for the most laps without DNFs', () => {
  const usual = buildCourse('lap lap');
  const [timed] = usual.distances;
  if (!timed) throw new Error('The race has no distance.');
  const laps = {
    ...timed,
    code: '6H',
    name: '6 hours',
    rankedBy: 'laps',
    limit: '06:00:00',
  } as const;
  const race = buildConfig(configOf({ ...usual, distances: [timed, laps] }));
  const describe = (...events: string[]) => describeClosing(events, { ...race, distances: '' });
  expect(describe('6H')).toBe('everyone with a lap finishes');
  expect(describe('PB')).toBe('anyone still out becomes DNF');
  expect(describe('PB', '6H')).toBe(
    'anyone still out becomes DNF, but in 6 hours everyone with a lap finishes',
  );
});
