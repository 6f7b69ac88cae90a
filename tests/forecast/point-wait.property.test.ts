import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { type Forecast, createForecast } from '#shared/forecast/forecast.ts';
import { lookAhead } from '#shared/forecast/look-ahead.ts';
import { readPoints } from '#shared/forecast/point-reads.ts';
import { type WaitReason, explainWait, findWait, isAwaited } from '#shared/forecast/point-wait.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';

import { withDeadMat } from './support/dead-mat.ts';
import { GUN_MS, inventField } from './support/invent-field.ts';
import { knownAt } from './support/replay.ts';

const POINTS = stagePointsOf('PB', USUAL_COURSES);
const SHAPE = { event: 'PB', legMinutes: [50, 40, 60, 45, 55], fade: 0.05 } as const;

function expectIn(rows: readonly UnrankedResult[]): Forecast['expect'] {
  const forecast = createForecast(rows, 'PB', USUAL_COURSES);
  return (row, most) => forecast.expect(row, most);
}

/** A race at any moment, with people who give up, reads that are lost, and a mat that may die. */
const races = fc
  .record({
    seed: fc.integer(),
    runners: fc.integer({ min: 1, max: 60 }),
    atMinute: fc.integer({ min: 40, max: 400 }),
    noise: fc.double({ min: 0, max: 0.3, noNaN: true }),
    spread: fc.double({ min: 0, max: 0.3, noNaN: true }),
    lost: fc.constantFrom(0, 0, 0.3),
    dropOut: fc.double({ min: 0, max: 0.3, noNaN: true }),
    waves: fc.constantFrom([0], [0, 20, 40]),
    dead: fc.constantFrom(...POINTS),
    deadMinute: fc.integer({ min: 0, max: 400 }),
  })
  .map(({ seed, atMinute, dead, deadMinute, ...shape }) => {
    const field = inventField({ ...SHAPE, ...shape }, seed);
    const nowMs = GUN_MS + atMinute * MINUTE_MS;
    const rows = knownAt(withDeadMat(field, dead, GUN_MS + deadMinute * MINUTE_MS), nowMs);
    return { rows, nowMs, expectNext: expectIn(rows) };
  });

interface Race {
  readonly rows: readonly UnrankedResult[];
  readonly nowMs: EpochMs;
  readonly expectNext: Forecast['expect'];
}

function waitOf(row: UnrankedResult, { rows, nowMs, expectNext }: Race) {
  return findWait(
    row,
    expectNext(row),
    readPoints(rows, 'PB', expectNext, nowMs, USUAL_COURSES),
    USUAL_COURSES,
  );
}

const momentAt = (row: UnrankedResult, point: StagePoint): EpochMs | undefined => {
  const timeMs = timeAt(row, point);
  return timeMs === null ? undefined : (row.startedAtMs ?? 0) + timeMs;
};

/** The rule as it is written, of all rows each time. */
function isSilentFor(
  row: UnrankedResult,
  point: StagePoint,
  { rows, expectNext }: Race,
  nowMs: EpochMs,
) {
  const reads = rows.flatMap((one) => momentAt(one, point) ?? []).toSorted((a, b) => a - b);
  const lastMs = reads.at(-1) ?? -Infinity;
  const pauses = reads.slice(1).map((atMs, index) => atMs - (reads[index] ?? 0));
  const at = POINTS.indexOf(point);
  const lacking = rows.filter((one) => {
    if (one.runnerId === row.runnerId || momentAt(one, point) !== undefined) return false;
    const beforeMs = Math.max(
      one.startedAtMs ?? 0,
      ...POINTS.slice(0, at).map((before) => momentAt(one, before) ?? 0),
    );
    if (POINTS.slice(at + 1).some((later) => momentAt(one, later) !== undefined)) {
      return beforeMs > lastMs;
    }
    const [first] = expectNext(one);
    const startMs = one.startedAtMs ?? 0;
    return (
      first?.stage === point &&
      startMs + first.elapsedMs > lastMs &&
      lookAhead(first, nowMs - startMs).isOverdue
    );
  }).length;
  return (
    lacking >= 3 &&
    20 * lacking >= reads.length + lacking &&
    nowMs - lastMs >= 10 * MINUTE_MS &&
    nowMs - lastMs >= 2 * Math.max(0, ...pauses.slice(-20))
  );
}

function listWaits(race: Race) {
  return race.rows.flatMap((row) => {
    const wait = waitOf(row, race);
    return wait ? [{ row, wait }] : [];
  });
}

test('[XP10] a point may be silent exactly when the rule says so, and never within its usual pauses', () => {
  let silent = 0;
  fc.assert(
    fc.property(races, fc.integer({ min: 0, max: 240 }), (race, laterMinutes) => {
      // A moment beside the end of a range: at it nobody is overdue yet.
      const nowMs = race.nowMs + laterMinutes * MINUTE_MS + 1 / 2;
      for (const { row, wait } of listWaits(race)) {
        const isSilent = wait.silentFromMs !== null && nowMs >= wait.silentFromMs;
        const isOver = wait.expectedMs !== null && (wait.lastMs ?? -Infinity) >= wait.fromMs;
        expect(isSilent).toBe(!isOver && isSilentFor(row, wait.point, race, nowMs));
        const kind = explainWait(wait, nowMs)?.kind;
        expect(kind === 'silent').toBe(isSilent && kind !== undefined);
        silent += Number(isSilent);
      }
    }),
    { numRuns: 150 },
  );
  expect(silent).toBeGreaterThan(50);
});

test('[XP10 XP11] a runner tells nothing of the point at which they are waited for', () => {
  fc.assert(
    fc.property(races, (race) => {
      for (const row of race.rows.slice(0, 12)) {
        const others = race.rows.filter(({ runnerId }) => runnerId !== row.runnerId);
        expect(waitOf(row, { ...race, rows: others })).toEqual(waitOf(row, race));
      }
    }),
    { numRuns: 40 },
  );
});

/** What the rule tells of somebody for whom the point is not silent, of all rows. */
function explainSlowly(row: UnrankedResult, { rows, nowMs, expectNext }: Race) {
  const points = POINTS.map((point) => momentAt(row, point));
  const [first] = expectNext(row);
  const startMs = row.startedAtMs ?? 0;
  const last = points.findLastIndex((atMs) => atMs !== undefined);
  const point = first ? first.stage : POINTS[last + 1];
  const isDue = first ? lookAhead(first, nowMs - startMs).isOverdue : row.status === 'racing';
  if (point === undefined || !isDue) return undefined;
  const fromMs = first ? startMs + first.latestMs : (points[last] ?? startMs);
  if (nowMs <= fromMs) return undefined;
  const moments = rows.flatMap((one) => momentAt(one, point) ?? []);
  if (moments.length < 5) return { point, fromMs, kind: 'few', count: moments.length };
  if (!first) return undefined;
  const expectedMs = startMs + first.elapsedMs;
  const count = moments.filter((atMs) => atMs > expectedMs).length;
  return count > 0
    ? { point, fromMs, kind: 'passed', count, expectedMs }
    : { point, fromMs, kind: 'quiet', expectedMs };
}

test('[XP11] what is told counts who was read there, and is told of who is waited for alone', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(races, (race) => {
      for (const row of race.rows) {
        const wait = waitOf(row, race);
        const reason = wait && explainWait(wait, race.nowMs);
        kinds.add(reason?.kind ?? 'none');
        const isWaitedFor = isAwaited(row, race.expectNext(row), race.nowMs, USUAL_COURSES);
        expect(reason === undefined || isWaitedFor).toBe(true);
        const lastMs = wait?.lastMs ?? null;
        const expected =
          reason?.kind === 'silent'
            ? { ...reason, forMs: lastMs === null ? null : race.nowMs - lastMs }
            : explainSlowly(row, race);
        expect(reason).toEqual(expected);
      }
    }),
    { numRuns: 150 },
  );
  expect(kinds).toEqual(new Set(['none', 'few', 'passed', 'quiet', 'silent']));
});

const rankOf = (reason: WaitReason | undefined): number =>
  reason === undefined ? 0 : reason.kind === 'silent' ? 2 : 1;

test('[XP10 XP11] while nothing is read, what is told of a point stays, but for that it may be silent from a moment on', () => {
  fc.assert(
    fc.property(races, (race) => {
      for (const { wait } of listWaits(race)) {
        const endMs = wait.fromMs + 12 * HOUR_MS;
        const reasons: (WaitReason | undefined)[] = [];
        for (let atMs = race.nowMs; atMs <= endMs; atMs += 20 * MINUTE_MS) {
          reasons.push(explainWait(wait, atMs));
        }
        const ranks = reasons.map(rankOf);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        const others = reasons.filter((reason) => rankOf(reason) === 1);
        expect(others).toEqual(others.map(() => others[0]));
        expect(explainWait(wait, endMs + 1)).toBeUndefined();
      }
    }),
    { numRuns: 40 },
  );
});

const STEADY = { ...SHAPE, runners: 134, spread: 0.1, noise: 0.03, fade: 0 } as const;

/** What is told of everybody who is on course at a moment. */
function explainAll(field: readonly UnrankedResult[], nowMs: EpochMs): (WaitReason | undefined)[] {
  const rows = knownAt(field, nowMs);
  const race = { rows, nowMs, expectNext: expectIn(rows) };
  const points = readPoints(rows, 'PB', race.expectNext, nowMs, USUAL_COURSES);
  return rows.map((row) => {
    const wait = findWait(row, race.expectNext(row), points, USUAL_COURSES);
    return wait && explainWait(wait, nowMs);
  });
}

test.each([1, 2, 3, 4, 5])(
  '[XP10] in a race in which all mats read no mat is called silent, though some give up (seed %i)',
  (seed) => {
    const field = inventField({ ...STEADY, dropOut: 0.01 }, seed);
    const kinds = new Set<string | undefined>();
    for (let minute = 20; minute <= 480; minute += 10) {
      for (const reason of explainAll(field, GUN_MS + minute * MINUTE_MS)) kinds.add(reason?.kind);
    }
    expect(kinds).toContain('passed');
    expect(kinds).not.toContain('silent');
  },
);

test('[XP10 XP11] of a mat that dies under the field everybody who should be there is told since when nobody was read', () => {
  const field = withDeadMat(inventField(STEADY, 7), 2, GUN_MS + 140 * MINUTE_MS);
  const nowMs = GUN_MS + 172 * MINUTE_MS;
  // The first are past it already, and nobody is before them.
  const reasons = explainAll(field, nowMs).filter((reason) => reason?.point === 2);
  expect(reasons.length).toBeGreaterThan(20);
  for (const reason of reasons) {
    const forMs = reason?.kind === 'silent' ? reason.forMs : null;
    expect(forMs).toBeGreaterThan(32 * MINUTE_MS);
    expect(forMs).toBeLessThan(36 * MINUTE_MS);
  }
});

test('[XP11] before anybody came through a point, that nobody was read there is told at once', () => {
  const reasons = explainAll(inventField(STEADY, 3), GUN_MS + 20 * MINUTE_MS);
  expect(reasons).toHaveLength(134);
  for (const reason of reasons) expect(reason).toMatchObject({ kind: 'few', point: 0, count: 0 });
});
