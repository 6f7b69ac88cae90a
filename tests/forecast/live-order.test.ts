import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { createForecast } from '#shared/forecast/forecast.ts';
import { type LiveRunner, createLiveField, makeLiveOrder } from '#shared/forecast/live-order.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';

import { GUN_MS } from './support/invent-field.ts';
import { knownAt, randomRaces } from './support/replay.ts';

const TOTALS = USUAL_COURSES.byEvent(() => 0);
/** Of the full distance, in the order of its course. */
const SLOTS = USUAL_COURSES.stagesOf('PB').map(({ slot }) => slot);

function rank(rows: readonly UnrankedResult[]): Standings {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(rows, TOTALS);
  return standings;
}

function orderAt(rows: readonly UnrankedResult[], nowMs: number): readonly string[] {
  return liveAt(rows, nowMs).map(({ runnerId }) => runnerId);
}

function liveAt(rows: readonly UnrankedResult[], nowMs: number): readonly LiveRunner[] {
  const forecast = createForecast(rows, 'PB', USUAL_COURSES);
  const steps = makeLiveOrder(rank(rows), 'PB', forecast, nowMs);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Somebody with these minutes at the first points of the full distance, and at the finish where all are given. */
function runner(runnerId: string, minutes: readonly number[], startedAtMs = GUN_MS) {
  const splitsMs: (number | null)[] = USUAL_COURSES.slots.map(() => null);
  for (const [at, slot] of SLOTS.entries()) {
    const minute = minutes[at];
    if (minute !== undefined) splitsMs[slot] = minute * MINUTE_MS;
  }
  const total = minutes[SLOTS.length];
  return buildFinisher({
    runnerId,
    events: 'PB',
    status: total === undefined ? 'racing' : 'finished',
    totalMs: total === undefined ? null : total * MINUTE_MS,
    startedAtMs,
    splitsMs,
  });
}

/** Thirty who have finished, all much alike. */
const THROUGH = Array.from({ length: 30 }, (_, at) => {
  const pace = 1 + at / 100;
  return runner(
    `in${at}`,
    [30, 60, 90, 120, 150].map((minute) => minute * pace),
  );
});

test('[XP13] runners on course are ordered by expected position, not by the last read', () => {
  const rows = [
    ...THROUGH,
    runner('near-third', [35, 71]),
    runner('past-third', [36, 72, 108]),
    runner('slower', [40, 80]),
  ];
  expect(orderAt(rows, GUN_MS + 108 * MINUTE_MS)).toEqual(['past-third', 'near-third', 'slower']);
  const others = [...THROUGH, runner('fast', [37, 68]), runner('sooner', [33, 67])];
  expect(orderAt(others, GUN_MS + 69 * MINUTE_MS)).toEqual(['sooner', 'fast']);
  expect(orderAt(others, GUN_MS + 96 * MINUTE_MS)).toEqual(['fast', 'sooner']);
});

test('[XP13 XP7] an overdue runner is just short of the point, and later behind all expected there', () => {
  const rows = [...THROUGH, runner('lost', [36, 72]), runner('next', [38, 76])];
  const orderAfter = (minutes: number) => orderAt(rows, GUN_MS + minutes * MINUTE_MS);
  const [expected] = createForecast(rows, 'PB', USUAL_COURSES).expect(runner('lost', [36, 72]), 1);
  const { elapsedMs = 0, latestMs = 0 } = expected ?? {};
  // Late, but not yet so late that they have probably stopped.
  expect(orderAfter(latestMs / MINUTE_MS + 0.1)).toEqual(['lost', 'next']);
  expect(orderAfter((2 * latestMs - elapsedMs) / MINUTE_MS + 0.1)).toEqual(['next', 'lost']);
});

test('[XP13] without expectations the earlier runner is ahead; runners without a point are last', () => {
  const rows = [runner('c', []), runner('b', [40]), runner('a', [30]), runner('d', [20], GUN_MS)];
  expect(orderAt(rows, GUN_MS + 50 * MINUTE_MS)).toEqual(['d', 'a', 'b', 'c']);
});

test('[XP13] runners of a later start are compared with the others as if they had started together', () => {
  const later = GUN_MS + 60 * MINUTE_MS;
  const rows = [
    ...THROUGH,
    runner('first-wave', [36, 72, 108]),
    runner('faster', [31, 62], later),
    runner('slower', [38, 76], later),
  ];
  expect(orderAt(rows, GUN_MS + 138 * MINUTE_MS)).toEqual(['faster', 'first-wave', 'slower']);
  // Finishers of the first start who can still be beaten are not ahead: 150 to 193.5 minutes.
  const nowMs = later + 150 * MINUTE_MS;
  const ahead = [runner('second-wave', [33, 66, 99, 132], later), ...THROUGH];
  const field = createLiveField(rank(ahead), 'PB', liveAt(ahead, nowMs));
  expect(field.placeOf('second-wave')).toBe(11);
});

test('[XP13] places among finishers are those of a count, and take a look at few of them', () => {
  const later = GUN_MS + 60 * MINUTE_MS;
  const ahead = [
    ...Array.from({ length: 40 }, (_, at) => runner(`later${at}`, [31, 62, 93, 121 + at], later)),
    runner('unseen', [], later),
    ...THROUGH,
  ];
  const standings = rank(ahead);
  const order = liveAt(ahead, later + 160 * MINUTE_MS);
  expect(order.filter(({ totalMs }) => totalMs !== null).length).toBeGreaterThan(20);
  const field = createLiveField(standings, 'PB', order);
  const finishers = standings.finishers('PB').list();
  for (const [at, { runnerId, totalMs }] of order.entries()) {
    const faster = finishers.filter((row) => totalMs === null || Number(row.totalMs) < totalMs);
    const place = runnerId === 'unseen' ? null : at + 1 + faster.length;
    expect(field.placeOf(runnerId)).toBe(place);
  }
  const look = vi.spyOn(standings.finishers('PB'), 'at');
  const copy = vi.spyOn(standings.finishers('PB'), 'list');
  expect(field.placeOf(order[0]?.runnerId ?? '')).not.toBeNull();
  expect(look.mock.calls.length).toBeLessThanOrEqual(5);
  expect(copy).not.toHaveBeenCalled();
});

test('[XP13 XP1] everyone on course has one live place after the finishers, also by an old order or rows in another one', () => {
  const points = stagePointsOf('PB', USUAL_COURSES);
  fc.assert(
    fc.property(randomRaces, fc.integer({ min: 0, max: 30 }), ({ rows, nowMs }, minutes) => {
      const known = knownAt(rows, nowMs - minutes * MINUTE_MS);
      const order = liveAt(known, nowMs);
      expect(liveAt(known.toReversed(), nowMs)).toEqual(order);
      const standings = rank(rows);
      const field = createLiveField(standings, 'PB', order);
      const finished = standings.finishers('PB').length;
      const racing = standings.onCourse('PB').list();
      expect(new Set(field.rows)).toEqual(new Set(racing));
      const places = field.rows.map(({ runnerId }) => field.placeOf(runnerId));
      for (const [at, row] of field.rows.entries()) {
        const isSeen = points.some((point) => timeAt(row, point) !== null);
        expect(places[at]).toBe(isSeen ? finished + 1 + at : null);
      }
      for (const { runnerId } of standings.finishers('PB')) {
        expect(field.placeOf(runnerId)).toBeNull();
      }
    }),
    { numRuns: 60 },
  );
});
