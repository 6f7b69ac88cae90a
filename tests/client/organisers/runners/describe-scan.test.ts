import { expect, test } from 'vitest';
import { describePlace, describeVerdict } from '#client/features/runners/RunnerScans.tsx';
import type { RunnerStatus } from '#shared/model/result.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type Verdict, VERDICTS } from '#shared/scoring/count-scans.ts';
import { buildConfig } from '#tests/support/builders.ts';

const config = buildConfig();

const words = (
  verdict: Verdict,
  countedAt: readonly TimePoint[] = [],
  status: RunnerStatus = 'racing',
  isOverridden = false,
  points: readonly TimePoint[] = ['finish'],
): string => describeVerdict({ verdict, countedAt, points }, status, isOverridden, config);

test('every verdict has words of its own', () => {
  const all = VERDICTS.map((verdict) => words(verdict));
  expect(new Set(all).size).toBe(VERDICTS.length);
  for (const text of all) expect(text).toMatch(/^(counted|not counted: \S.+)$/);
});

test('a finish does not count beside a DNF or an override; other scans do', () => {
  expect(words('counted', ['finish'], 'finished')).toBe('counted');
  expect(words('counted', ['finish'], 'dnf')).toBe('not counted: runner is out (DNF)');
  expect(words('counted', ['finish'], 'finished', true)).toBe(
    'not counted: the override time is used',
  );
  expect(words('counted', ['cp1'], 'dnf', false, ['cp1'])).toBe('counted');
  expect(words('counted', ['start'], 'dnf', false, ['start', 'finish'])).toBe('counted as Start');
});

test('[CP4] a point is called by its name on the runner’s own course', () => {
  expect(describePlace(['start', 'finish'], 'PB', config)).toBe('Start + Finish');
  expect(describePlace(['cp2'], 'PB', config)).toBe('Carn Ingli');
  // On the long course the last two stages stand the other way round.
  expect(describePlace(['cp5'], 'UB', config)).toBe('Foel Drygarn');
  // A mat off the runner's course keeps the name it has on another.
  expect(describePlace(['cp5'], 'PB', config)).toBe('Foel Drygarn');
  expect(describePlace(['kom2-end'], 'PB', config)).toBe('Carn Ingli end');
  expect(describePlace(['cp2'], 'PB', { ...config, wayPoints: '' })).toBe('CP2');
  const alike = { ...config, wayPoints: 'Aid station,Aid station' };
  expect(describePlace(['cp2'], 'PB', alike)).toBe('Aid station (CP2)');
});
