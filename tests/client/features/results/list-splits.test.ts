import { describe, expect, test } from 'vitest';

import { hasSplits, listSplits } from '#client/features/results/list-splits.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { en } from '#shared/texts/en.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

const minute = 60_000;
const six = [10, 20, 30, 40, 50, 60].map((minutes) => minutes * minute);

function linesOf(result: UnrankedResult, wayPoints = 'A,B,C,D,E,F'): string[] {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll([result, { ...result, runnerId: 'other' }], {
    ...USUAL_COURSES.byEvent(() => 0),
    BB: 3,
    PB: 4,
    UB: 5,
  });
  return listSplits(result, standings, buildConfig({ wayPoints }), en).map(
    ({ name, time, position }) => `${name} ${time} ${position}`,
  );
}

describe('the lines of the splits', () => {
  test.each([
    ['BB', ['A 0:10:00 1', 'Overall 1:10:00 1/3']],
    ['PB', ['A 0:10:00 1', 'B 0:20:00 1', 'C 0:30:00 1', 'D 0:40:00 1', 'Overall 1:10:00 1/4']],
    // Five and six stand under each other's names.
    [
      'UB',
      [
        'B 0:20:00 1',
        'C 0:30:00 1',
        'D 0:40:00 1',
        'F 0:50:00 1',
        'E 1:00:00 1',
        'Overall 1:10:00 1/5',
      ],
    ],
  ] as const)('[CP1] the stages of %s', (events, lines) =>
    expect(linesOf(buildResult({ events, splitsMs: six, totalMs: 70 * minute }))).toEqual(lines),
  );

  test('[CP4] a runner still out is racing; a stage without a name has its number', () => {
    expect(linesOf(buildResult({ splitsMs: six }), 'A,')).toEqual([
      'A 0:10:00 1',
      'CP2 0:20:00 1',
      'CP3 0:30:00 1',
      'CP4 0:40:00 1',
      'Overall Racing –',
    ]);
  });

  test('[CP5] for a runner still out stages before the last one seen are missed, later ones are to come', () => {
    const splitsMs = [null, 20 * minute, null, null, null, null];
    const ahead = ['C – –', 'D – –'];
    expect(linesOf(buildResult({ splitsMs }))).toEqual([
      'A NO SCAN /',
      'B 0:20:00 1',
      ...ahead,
      'Overall Racing –',
    ]);
    const none = splitsMs.map(() => null);
    expect(linesOf(buildResult({ splitsMs: none }))).toEqual([
      'A – –',
      'B – –',
      ...ahead,
      'Overall Racing –',
    ]);
    expect(linesOf(buildResult({ splitsMs, status: 'dnf' })).slice(2)).toEqual([
      'C NO SCAN /',
      'D NO SCAN /',
      'Overall DNF /',
    ]);
    // Through, with whatever is known of the way.
    expect(linesOf(buildResult({ splitsMs, totalMs: 70 * minute })).slice(2)).toEqual([
      'C NO SCAN /',
      'D NO SCAN /',
      'Overall 1:10:00 1/4',
    ]);
  });
});

test('there are splits to open only when more than one stage is configured', () => {
  expect(['', 'A', 'A,B'].map((wayPoints) => hasSplits(buildConfig({ wayPoints })))).toEqual([
    false,
    false,
    true,
  ]);
  // One point may be passed in many laps.
  const [laps, road] = [buildCourse('lap lap lap'), buildCourse('lap', { courses: ROAD })];
  expect([laps, road].map((setup) => hasSplits(buildConfig({ ...configOf(setup) })))).toEqual([
    true,
    false,
  ]);
});

const ROAD = [{ id: 'way', name: 'Road', visits: [{ point: 'lap', isPublic: false }] }];
