import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Forecast, createForecast } from '#shared/forecast/forecast.ts';
import { lookAhead } from '#shared/forecast/look-ahead.ts';
import { readPoints } from '#shared/forecast/point-reads.ts';
import { type WaitReason, explainWait, findWait, isAwaited } from '#shared/forecast/point-wait.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import { finish } from '#shared/scoring/steps.ts';

import { withDeadMat } from './support/dead-mat.ts';
import { GUN_MS, inventField } from './support/invent-field.ts';
import { knownAt } from './support/replay.ts';

const POINTS = stagePointsOf('PB');
const SHAPE = { event: 'PB', legMinutes: [50, 40, 60, 45, 55], fade: 0.05 } as const;

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
    return { rows, nowMs, expectNext: createForecast(rows, 'PB').expect };
  });

interface Race {
  readonly rows: readonly UnrankedResult[];
  readonly nowMs: EpochMs;
  readonly expectNext: Forecast['expect'];
}

function waitOf(row: UnrankedResult, { rows, nowMs, expectNext }: Race) {
  return findWait(row, expectNext(row), finish(readPoints(rows, 'PB', expectNext, nowMs)));
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

test('[XP10] a point may be silent exactly when the rule says so, and never within its usual pauses', () => {
  let silent = 0;
  fc.assert(
    fc.property(races, fc.integer({ min: 0, max: 240 }), (race, laterMinutes) => {
      // A moment beside the end of a range: at it nobody is overdue yet.
      const nowMs = race.nowMs + laterMinutes * MINUTE_MS + 1 / 2;
      for (const row of race.rows) {
        const wait = waitOf(row, race);
        if (wait) {
          const isSilent = wait.silentFromMs !== null && nowMs >= wait.silentFromMs;
          const isOver = wait.expectedMs !== null && (wait.lastMs ?? -Infinity) >= wait.fromMs;
          expect(isSilent).toBe(!isOver && isSilentFor(row, wait.point, race, nowMs));
          const reason = explainWait(wait, nowMs);
          if (reason) expect(reason.kind === 'silent').toBe(isSilent);
          if (isSilent) silent += 1;
        }
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

test('[XP11] what is told counts who was read there, and is told of who is waited for alone', () => {
  const kinds = new Set<string | undefined>();
  fc.assert(
    fc.property(races, (race) => {
      const { rows, nowMs, expectNext } = race;
      for (const row of rows) {
        const wait = waitOf(row, race);
        const reason = wait && explainWait(wait, nowMs);
        kinds.add(reason?.kind);
        const [first] = expectNext(row);
        const outMs = nowMs - (row.startedAtMs ?? 0);
        if (row.status !== 'racing') expect(reason).toBeUndefined();
        if (first && lookAhead(first, outMs).isOverdue) expect(reason?.point).toBe(first.stage);
        if (!reason) continue;
        expect(isAwaited(row, expectNext(row), nowMs)).toBe(true);
        const moments = rows.flatMap((one) => momentAt(one, reason.point) ?? []);
        expect(momentAt(row, reason.point)).toBeUndefined();
        const expectedMs = (row.startedAtMs ?? 0) + (first?.elapsedMs ?? 0);
        const after = moments.filter((atMs) => atMs > expectedMs).length;
        if (reason.kind === 'silent') {
          const lastMs = moments.length === 0 ? null : Math.max(...moments);
          expect(reason.forMs).toBe(lastMs === null ? null : nowMs - lastMs);
        } else if (reason.kind === 'few') {
          expect(reason.count).toBe(moments.length);
          expect(reason.count).toBeLessThan(5);
        } else {
          expect(moments.length).toBeGreaterThanOrEqual(5);
          expect(reason.expectedMs).toBe(expectedMs);
          expect(reason.kind === 'passed' ? reason.count : 0).toBe(after);
        }
      }
    }),
    { numRuns: 150 },
  );
  expect([...kinds].toSorted()).toEqual(['few', 'passed', 'quiet', 'silent', undefined]);
});

test('[XP10 XP11] while nothing is read, what is told of a point stays, but for that it may be silent from a moment on', () => {
  const rank = (reason: WaitReason | undefined) =>
    reason === undefined ? 0 : reason.kind === 'silent' ? 2 : 1;
  fc.assert(
    fc.property(races, (race) => {
      for (const row of race.rows) {
        const wait = waitOf(row, race);
        if (wait) {
          let before = explainWait(wait, race.nowMs);
          for (let atMs = race.nowMs; atMs <= wait.fromMs + 12 * HOUR_MS; atMs += 20 * MINUTE_MS) {
            const reason = explainWait(wait, atMs);
            expect(rank(reason)).toBeGreaterThanOrEqual(rank(before));
            if (rank(reason) === 1 && rank(before) === 1) expect(reason).toEqual(before);
            before = reason;
          }
          expect(explainWait(wait, wait.fromMs + 12 * HOUR_MS + 1)).toBeUndefined();
        }
      }
    }),
    { numRuns: 40 },
  );
});

const STEADY = { ...SHAPE, runners: 134, spread: 0.1, noise: 0.03, fade: 0 } as const;

/** What is told of everybody who is on course at a moment. */
function tellAll(field: readonly UnrankedResult[], nowMs: EpochMs): (WaitReason | undefined)[] {
  const rows = knownAt(field, nowMs);
  const race = { rows, nowMs, expectNext: createForecast(rows, 'PB').expect };
  const points = finish(readPoints(rows, 'PB', race.expectNext, nowMs));
  return rows.map((row) => {
    const wait = findWait(row, race.expectNext(row), points);
    return wait && explainWait(wait, nowMs);
  });
}

test.each([1, 2, 3, 4, 5])(
  '[XP10] in a race in which all mats read no mat is called silent, though some give up (seed %i)',
  (seed) => {
    const field = inventField({ ...STEADY, dropOut: 0.01 }, seed);
    const kinds = new Set<string | undefined>();
    for (let minute = 20; minute <= 480; minute += 10) {
      for (const reason of tellAll(field, GUN_MS + minute * MINUTE_MS)) kinds.add(reason?.kind);
    }
    expect(kinds).toContain('passed');
    expect(kinds).not.toContain('silent');
  },
);

test('[XP10 XP11] of a mat that dies under the field everybody who should be there is told since when nobody was read', () => {
  const field = withDeadMat(inventField(STEADY, 7), 2, GUN_MS + 140 * MINUTE_MS);
  const nowMs = GUN_MS + 172 * MINUTE_MS;
  // The first are past it already, and nobody is before them.
  const told = tellAll(field, nowMs).filter((reason) => reason?.point === 2);
  expect(told.length).toBeGreaterThan(20);
  for (const reason of told) {
    const forMs = reason?.kind === 'silent' ? reason.forMs : null;
    expect(forMs).toBeGreaterThan(32 * MINUTE_MS);
    expect(forMs).toBeLessThan(36 * MINUTE_MS);
  }
});

test('[XP11] before anybody came through a point, that nobody was read there is told at once', () => {
  const told = tellAll(inventField(STEADY, 3), GUN_MS + 20 * MINUTE_MS);
  expect(told).toHaveLength(134);
  for (const reason of told) expect(reason).toMatchObject({ kind: 'few', point: 0, count: 0 });
});
