import { expect, test } from 'vitest';

import { describeFollowed } from '#client/features/results/describe-followed.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { en } from '#shared/texts/en.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';

/** At 08:59:40, so that only the nearest minutes are those below. */
const GUN = Date.UTC(2026, 10, 20, 8, 59, 40);
const RESULT = buildFinisher({
  runnerId: 'heledd',
  status: 'racing',
  totalMs: null,
  startedAtMs: GUN,
  splitsMs: [30 * MINUTE_MS, null, null, null, null, null],
});

/** Describes a runner expected to finish after 100 minutes, between 95 and 107. */
function describeAfter(minutes: number): readonly [main: string, sub: string] {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll([RESULT], { BB: 1, PB: 1, UB: 1 });
  const { place, main, sub } = describeFollowed(
    { kind: 'seen', runnerId: 'heledd', result: RESULT },
    {
      standings,
      config: buildConfig({ timeZone: 'Europe/London' }),
      texts: en,
      nowMs: GUN + minutes * MINUTE_MS,
      livePlaceOf: () => 269,
      expectFinish: () => ({
        stage: 'finish',
        elapsedMs: 100 * MINUTE_MS,
        earliestMs: 95 * MINUTE_MS,
        latestMs: 107 * MINUTE_MS,
        basis: 20,
      }),
    },
  );
  expect(place).toBe('≈\u00A0269');
  return [main, sub];
}

test('[XP7 XP13] a followed runner has the live place, and is expected to the nearest minute, never in the past', () => {
  expect(describeAfter(40)).toEqual(['≈\u00A010:40', 'finish ± 6 min']);
  expect(describeAfter(103)).toEqual(['≈\u00A010:45', 'finish ± 2 min']);
  expect(describeAfter(108)).toEqual(['overdue', 'expected by 10:47']);
  // For twelve hours; then the time at the last point is shown.
  expect(describeAfter(107 + 12 * 60)).toEqual(['overdue', 'expected by 10:47']);
  expect(describeAfter(108 + 12 * 60)).toEqual(['0:30:00', '']);
});
