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

/** Of the Ultra, five and six have each other's names. */
const SWAPPED = ['F 0:50:00 1', 'E 1:00:00 1'];

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
    ['UB', ['B 0:20:00 1', 'C 0:30:00 1', 'D 0:40:00 1', ...SWAPPED, 'Overall 1:10:00 1/5']],
  ] as const)('[CP1] the stages of %s', (events, lines) =>
    expect(linesOf(buildResult({ events, splitsMs: six, totalMs: 70 * minute }))).toEqual(lines),
  );

  test('[CP5] stages before the last one seen are missed; later ones are ahead while the runner is racing', () => {
    const splitsMs = [null, 20 * minute, null, null, null, null];
    const seen = ['A NO SCAN /', 'B 0:20:00 1'];
    const ahead = ['C – –', 'D – –', 'Overall Racing –'];
    const missed = ['C NO SCAN /', 'D NO SCAN /'];
    expect(linesOf(buildResult({ splitsMs }))).toEqual([...seen, ...ahead]);
    const none = splitsMs.map(() => null);
    expect(linesOf(buildResult({ splitsMs: none }))).toEqual(['A – –', 'B – –', ...ahead]);
    const dnf = linesOf(buildResult({ splitsMs, status: 'dnf' }));
    expect(dnf).toEqual([...seen, ...missed, 'Overall DNF /']);
    const finished = linesOf(buildResult({ splitsMs, totalMs: 70 * minute }));
    expect(finished).toEqual([...seen, ...missed, 'Overall 1:10:00 1/4']);
  });
});

test('rows open to splits with more than one named stage, or with any public one of a setup', () => {
  const named = ['', 'A', 'A,B'].map((wayPoints) => hasSplits(buildConfig({ wayPoints })));
  expect(named).toEqual([false, false, true]);
  const road = [{ id: 'way', name: 'Road', visits: [{ point: 'lap', isPublic: false }] }];
  const setups = [buildCourse('lap lap lap'), buildCourse('lap', { courses: road })];
  expect(setups.map((setup) => hasSplits(buildConfig(configOf(setup))))).toEqual([true, false]);
});
