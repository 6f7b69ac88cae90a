import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ARRIVALS_A_PAGE } from '#client/features/commentary/arrival-book.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { Desk, at } from '#tests/client/support/commentary-desk.ts';

/** Beside these somebody who stays. */
const field = (minutes: Readonly<Record<string, number>>) => [
  at('first', 40),
  ...Object.entries(minutes).map(([runnerId, one]) => at(runnerId, one)),
];

test('a burst of more than a page is listed whole, and earlier arrivals are one press away', () => {
  const before = Array.from({ length: 150 }, (_, index) => at(`x${index}`, 30 + index / 10));
  const desk = new Desk(before);
  expect(desk.shown).toHaveLength(ARRIVALS_A_PAGE);
  desk.nowMs += 5 * MINUTE_MS;
  const burst = Array.from({ length: 140 }, (_, index) => at(`y${index}`, 61 + index / 100));
  desk.tell([...before, ...burst]);
  expect(desk.shown).toEqual(burst.map(({ runnerId }) => runnerId).toReversed());
  desk.book.showEarlier();
  desk.book.showEarlier();
  expect(desk.shown).toHaveLength(290);
});

test('[AR5] an arrival in the future comes when its moment does, and is new then', () => {
  const desk = new Desk([at('a', 58)]);
  desk.tell([at('a', 58), at('ahead', 300)]);
  expect(desk.shown).toEqual(['a']);
  desk.nowMs += 240 * MINUTE_MS;
  expect([desk.shown, desk.lit]).toEqual([['ahead', 'a'], ['ahead']]);
});

test('switching to another point or race and back loses no arrival', () => {
  const splitsMs = [50 * MINUTE_MS, null, null, null, null, null];
  const desk = new Desk([at('a', 50)]);
  desk.point = 0;
  desk.events = ['PB'];
  expect(desk.shown).toEqual([]);
  desk.tell([at('a', 50), at('b', 55), at('c', 0, { totalMs: null, splitsMs })]);
  expect(desk.shown).toEqual(['c']);
  desk.point = 'finish';
  expect([desk.shown, desk.lit]).toEqual([['b', 'a'], ['b']]);
});

test('an arrival in a background tab is new from the moment it can be seen', () => {
  const desk = new Desk([at('a', 50)]);
  desk.isVisible = false;
  desk.nowMs += MINUTE_MS;
  desk.tell([at('a', 50), at('b', 60)]);
  desk.nowMs += 20 * MINUTE_MS;
  desk.isVisible = true;
  expect(desk.lit).toEqual(['b']);
  desk.nowMs += 61 * SECOND_MS;
  expect(desk.lit).toEqual([]);
});

test('a runner who is not through after all is struck out while the list is held, then removed', () => {
  const desk = new Desk([at('a', 57), at('b', 58), at('c', 59)]);
  desk.book.hold(true);
  desk.tell([at('a', 57), at('b', 58, { status: 'dnf', totalMs: null }), at('c', 59)]);
  const rows = desk.look().rows.map(({ result, isRevoked }) => [result.runnerId, isRevoked]);
  expect(rows).toEqual([
    ['c', false],
    ['b', true],
    ['a', false],
  ]);
  desk.book.hold(false);
  expect(desk.shown).toEqual(['c', 'a']);
});

test('[PV3] a held list shows no name of a runner who became private', () => {
  const desk = new Desk([at('a', 57, { lastName: 'Prydderch' })]);
  desk.book.hold(true);
  desk.tell([at('a', 57, { firstName: '', lastName: '' })]);
  expect(desk.look().rows.map(({ result }) => result.lastName)).toEqual(['']);
});

test('every arrival is shown or waits, once, whatever comes and is held', () => {
  const times = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.integer({ min: 50, max: 99 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(times, fc.boolean()), { maxLength: 12 }), (steps) => {
      const desk = new Desk([at('first', 40)]);
      let held: string[] | undefined;
      // Nobody comes before they are there.
      desk.nowMs += 40 * MINUTE_MS;
      for (const [minutes, isHeld] of steps) {
        desk.nowMs += MINUTE_MS;
        held = isHeld ? (held ?? desk.shown) : undefined;
        desk.book.hold(isHeld);
        desk.tell(field(minutes));
        const { rows } = desk.look();
        const through = new Set(['first', ...Object.keys(minutes)]);
        // A runner who left the results has no row.
        const ids = rows.map(({ result }) => result.runnerId);
        expect(ids).toEqual(held ? held.filter((id) => through.has(id)) : [...new Set(ids)]);
        const moments = rows.map(({ atMs }) => atMs);
        expect(moments).toEqual(held ? moments : moments.toSorted((a, b) => b - a));
        expect(held ? through : new Set(ids)).toEqual(through);
      }
      desk.book.hold(false);
      expect(desk.waiting).toBe(0);
    }),
    { seed: 20_260_620, numRuns: 60 },
  );
});
