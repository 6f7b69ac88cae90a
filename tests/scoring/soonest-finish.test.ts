import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { findSoonest } from '#shared/scoring/soonest-finish.ts';
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

/** The same runner, started this many minutes after the others. */
const at = (row: UnrankedResult, minute: number): UnrankedResult => ({
  ...row,
  startedAtMs: minute * MINUTE_MS,
});

/** The runners who can still be as fast as the fastest finisher, the most likely first. */
function listAsFast(rows: readonly UnrankedResult[]): readonly string[] {
  const bestMs = Math.min(...rows.map(({ totalMs }) => totalMs ?? Infinity));
  return findSoonest(rows, 'PB', USUAL_COURSES)
    .filter(({ soonestMs }) => soonestMs <= bestMs)
    .map(({ row }) => row.runnerId);
}

const FIRST = run('first', '50 90 150 195 =200');
const SECOND = run('second', '52 95 160 205 =209');

test('[XP9] a runner can still be as fast as a finisher at 0.95 of the shortest time from there', () => {
  // From cp4 the shortest was 4 minutes: 3:48 more is the least that is plausible.
  const close = run('close', '60 100 160 196.2');
  const late = run('late', '60 100 160 196.3');
  // The second began before them, and was through at the same moment as the first.
  const rows = [at(FIRST, 0), at(SECOND, -9), at(late, 0)];
  expect(listAsFast([...rows, at(close, 0)])).toEqual(['close']);
  expect(listAsFast(rows)).toEqual([]);
});

test('[XP9] the most likely runner comes first; DNFs cannot be as fast any more', () => {
  const rows = [
    FIRST,
    run('far', '45'),
    run('near', '49 88 140'),
    run('out', '40 80', 'dnf'),
    run('missed', '- 85'),
  ];
  // 187:30, as 45 and the most of 150; 187:30, as 140 and that of 50; 189:30, as 85 and that of 110.
  expect(listAsFast(rows)).toEqual(['far', 'near', 'missed']);
  expect(listAsFast([run('a', '50'), run('b', '40')])).toEqual(['b', 'a']);
});

test('[XP9] a runner out longer than the fastest finisher cannot be as fast after a later read at the finish', () => {
  // Seen at cp1 and never again; the other began half an hour later.
  const silent = at(run('silent', '45'), 0);
  const later = at(run('later', '45'), 30);
  const rows = [at(FIRST, 0), silent, later];
  expect(listAsFast(rows)).toEqual(['later', 'silent']);
  expect(listAsFast([...rows, at(SECOND, 0)])).toEqual(['later']);
  expect(listAsFast([...rows, at(SECOND, 22)])).toEqual([]);
});
