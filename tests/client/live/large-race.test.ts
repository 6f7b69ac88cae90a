import { expect, test } from 'vitest';

import { listContests } from '#client/features/commentary/list-contests.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { type Steps, ROWS_PER_STEP, finish } from '#shared/scoring/steps.ts';
import { packResults, unpackInSteps } from '#shared/wire/compact-results.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const FIELD = 5_000;
const totals = USUAL_COURSES.byEvent(() => 0);

function buildField(): UnrankedResult[] {
  const standings = new Standings(USUAL_COURSES);
  const rows = Array.from({ length: FIELD }, (_, i) =>
    buildResult({
      runnerId: `r${i}`,
      events: (['BB', 'PB', 'UB'] as const)[i % 3] ?? 'PB',
      ageGroup: i % 2 === 0 ? 'F40' : 'M50',
      totalMs: i % 7 === 0 ? null : 3_600_000 + ((i * 7_919) % FIELD),
      komsMs: [i, null],
    }),
  );
  standings.replaceAll(rows, totals);
  return standings.listAll();
}

/** The most rows that are read between two steps, told by `read`, and what comes of it. */
function watchSteps<T>(
  steps: Steps<T>,
  read: { rows: number },
): { most: number; steps: number; result: T } {
  let most = 0;
  for (let count = 1; ; count += 1) {
    const before = read.rows;
    const step = steps.next();
    most = Math.max(most, read.rows - before);
    if (step.done) return { most, steps: count, result: step.value };
  }
}

/** Rows that count how often each of them is looked at by its event. */
function watchRows(rows: readonly UnrankedResult[], read: { rows: number }): UnrankedResult[] {
  return rows.map((row) =>
    Object.defineProperty(Object.assign({}, row), 'totalMs', {
      get: () => {
        read.rows += 1;
        return row.totalMs;
      },
    }),
  );
}

test('[SR24] the columns of a large race are read in steps of 500 rows', () => {
  const rows = buildField();
  const steps = unpackInSteps(packResults(rows, USUAL_COURSES), USUAL_COURSES);
  let count = 1;
  let last = steps.next();
  for (; !last.done; last = steps.next()) count += 1;
  expect(last.value?.results).toEqual(rows);
  expect(count).toBeGreaterThan(FIELD / ROWS_PER_STEP);
});

test('[SR24 CO7] who can still win a large race is found in steps of 500 rows', () => {
  const rows = buildField().filter(({ events }) => events === 'PB');
  const read = { rows: 0 };
  const watched = watchRows(rows, read);
  const found = watchSteps(listContests(watched, 'PB', USUAL_COURSES), read);
  // Each row is looked at for the ways, and in the race, its sex and its age group.
  expect(read.rows).toBeGreaterThan(3 * rows.length);
  expect(found.most).toBeLessThanOrEqual(ROWS_PER_STEP);
  expect(found.result).toEqual(finish(listContests(rows, 'PB', USUAL_COURSES)));
});
