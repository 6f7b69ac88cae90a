import { describe, expect, test } from 'vitest';

import { hasSplits, listSplits } from '#client/pages/results/list-splits.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { buildResult } from './support/build-result.ts';

const minute = 60_000;
const six = [10, 20, 30, 40, 50, 60].map((minutes) => minutes * minute);

function linesOf(result: UnrankedResult, wayPoints = 'A,B,C,D,E,F'): string[] {
  const standings = new Standings();
  standings.replaceAll([result, { ...result, runnerId: 'other' }], { BB: 3, PB: 4, UB: 5 });
  return listSplits(result, standings, buildConfig({ wayPoints })).map(
    ({ name, time, position }) => `${name} ${time} ${position}`,
  );
}

describe('the lines of the splits', () => {
  test('[CONTRACT 7.4] BB shows the first stage', () => {
    expect(linesOf(buildResult({ events: 'BB', splitsMs: six, totalMs: 70 * minute }))).toEqual([
      'A 0:10:00 1',
      'Overall 1:10:00 1/3',
    ]);
  });

  test('[CONTRACT 7.4] PB shows four', () => {
    expect(linesOf(buildResult({ events: 'PB', splitsMs: six, totalMs: 70 * minute }))).toEqual([
      'A 0:10:00 1',
      'B 0:20:00 1',
      'C 0:30:00 1',
      'D 0:40:00 1',
      'Overall 1:10:00 1/4',
    ]);
  });

  test('[CONTRACT 7.4] UB shows two to four, then five and six under each other’s names', () => {
    expect(linesOf(buildResult({ events: 'UB', splitsMs: six, totalMs: 70 * minute }))).toEqual([
      'B 0:20:00 1',
      'C 0:30:00 1',
      'D 0:40:00 1',
      'F 0:50:00 1',
      'E 1:00:00 1',
      'Overall 1:10:00 1/5',
    ]);
  });

  test('[spec 5] a missing time shows NO SCAN and a slash, a DNF no place', () => {
    const result = buildResult({
      status: 'dnf',
      splitsMs: [10 * minute, null, null, 0, null, null],
    });
    expect(linesOf(result)).toEqual([
      'A 0:10:00 1',
      'B NO SCAN /',
      'C NO SCAN /',
      'D NO SCAN /',
      'Overall DNF /',
    ]);
  });

  test('[issue 6] who is still out is racing; a stage without a name is numbered', () => {
    expect(linesOf(buildResult({ splitsMs: six }), 'A,')).toEqual([
      'A 0:10:00 1',
      'Stage 2 0:20:00 1',
      'Stage 3 0:30:00 1',
      'Stage 4 0:40:00 1',
      'Overall Racing /',
    ]);
  });
});

test('[spec 2] there are splits to open only when more than one stage is configured', () => {
  expect(['', 'A', 'A,B'].map((wayPoints) => hasSplits(buildConfig({ wayPoints })))).toEqual([
    false,
    false,
    true,
  ]);
});
