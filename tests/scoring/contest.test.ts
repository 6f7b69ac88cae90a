import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { findFastestToFinish, judgeContest } from '#shared/scoring/contest.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';

/** A runner with the times at the checkpoints of PB, in minutes; `=` before the total of a finisher. */
function run(runnerId: string, times: string, status?: 'dnf'): UnrankedResult {
  const [splits = '', total] = times.split('=');
  const given = splits.trim() === '' ? [] : splits.trim().split(' ');
  const splitsMs = [0, 1, 2, 3, 4, 5].map((slot) =>
    given[slot] === undefined || given[slot] === '-' ? null : Number(given[slot]) * MINUTE_MS,
  );
  const totalMs = total === undefined ? null : Number(total) * MINUTE_MS;
  return buildFinisher({
    runnerId,
    splitsMs,
    totalMs,
    status: status ?? (totalMs === null ? 'racing' : 'finished'),
  });
}

/** The same, having started so many minutes after the others. */
const at = (row: UnrankedResult, minute: number): UnrankedResult => ({
  ...row,
  startedAtMs: minute * MINUTE_MS,
});

const idsOf = (some: readonly UnrankedResult[]) => some.map(({ runnerId }) => runnerId);

function judge(rows: readonly UnrankedResult[], part = rows, isCategory = false) {
  const { leaders, contenders, isDecided } = judgeContest(
    part,
    'PB',
    findFastestToFinish(rows, 'PB', USUAL_COURSES),
    isCategory,
  );
  return { leaders: idsOf(leaders), contenders: idsOf(contenders), isDecided };
}

const FIRST = run('first', '50 90 150 195 =200');
const SECOND = run('second', '52 95 160 205 =209');

test('[XP9] a runner who at 0.95 of the shortest time could equal the fastest finisher can still win', () => {
  // From cp4 the shortest was 4 minutes: 3:48 more is the least that is plausible.
  const close = run('close', '60 100 160 196.2');
  const late = run('late', '60 100 160 196.3');
  // The second began before them, and was through at the same moment as the first.
  const rows = [at(FIRST, 0), at(SECOND, -9)];
  const leaders = ['first'];
  const [open, decided] = [
    [...rows, at(close, 0), at(late, 0)],
    [...rows, at(late, 0)],
  ];
  expect(judge(open)).toEqual({ leaders, contenders: ['close'], isDecided: false });
  expect(judge(decided)).toEqual({ leaders, contenders: [], isDecided: true });
});

test('[XP9] contenders are listed by likelihood, without DNFs', () => {
  const rows = [
    FIRST,
    run('far', '45'),
    run('near', '49 88 140'),
    run('out', '40 80', 'dnf'),
    run('missed', '- 85'),
  ];
  // 187:30, as 45 and the most of 150; 187:30, as 140 and that of 50; 189:30, as 85 and that of 110.
  expect(judge(rows).contenders).toEqual(['far', 'near', 'missed']);
});

test('[XP9] a category is judged by the legs of the whole race', () => {
  const woman = run('woman', '60 110 170 215 =222');
  const chasing = run('chasing', '62 112 172 217');
  expect(judge([FIRST, woman, chasing], [woman, chasing]).contenders).toEqual(['chasing']);
  expect(judge([FIRST, woman, run('chasing', '62 112 172 218')], [woman]).isDecided).toBe(true);
});

test('[XP9 RK14] a category is led by its own clock, and open to runners it can favour as much', () => {
  const favoured = { ...SECOND, categoryMs: 198 * MINUTE_MS };
  const rows = [FIRST, favoured, run('chasing', '52 95 160 205'), run('beaten', '60 110 170 215')];
  expect(judge(rows, rows, true)).toMatchObject({ leaders: ['second'], contenders: ['chasing'] });
});

test('[XP9] a shared first place has two leaders, and nothing is decided before the first finisher', () => {
  expect(judge([FIRST, run('level', '50 90 150 195 =200')]).leaders).toEqual(['first', 'level']);
  expect(judge([run('a', '50'), run('b', '40')])).toEqual({
    leaders: [],
    contenders: ['b', 'a'],
    isDecided: false,
  });
  expect(judge([])).toEqual({ leaders: [], contenders: [], isDecided: false });
});

test('[XP9] a runner out longer than the fastest finisher cannot win after a later read at the finish', () => {
  // Seen at cp1 and never again; the other began half an hour later.
  const silent = at(run('silent', '45'), 0);
  const later = at(run('later', '45'), 30);
  const rows = [at(FIRST, 0), silent, later];
  expect(judge(rows).contenders).toEqual(['later', 'silent']);
  expect(judge([...rows, at(SECOND, 0)]).contenders).toEqual(['later']);
  expect(judge([...rows, at(SECOND, 22)])).toMatchObject({ contenders: [], isDecided: true });
});
