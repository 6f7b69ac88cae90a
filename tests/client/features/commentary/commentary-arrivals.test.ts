import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ARRIVALS_A_PAGE } from '#client/features/commentary/arrival-book.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { ArrivalLog } from '#client/features/commentary/arrival-log.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { TOTALS, apply, steps } from '#tests/scoring/random-day.ts';

import { Desk, at } from '#tests/client/support/commentary-desk.ts';

const climb = (runnerId: string, minutes: number, seconds: number) =>
  at(runnerId, minutes, { komsMs: [null, seconds * SECOND_MS] });

/** Beside these somebody who stays, so that it is the same race all along. */
const field = (minutes: Readonly<Record<string, number>>) => [
  at('first', 40),
  ...Object.entries(minutes).map(([runnerId, one]) => at(runnerId, one)),
];

describe('nobody is lost', () => {
  test('[CO2] what is held stays, and who arrives waits until they are asked for', () => {
    const desk = new Desk([at('a', 58), at('b', 59)]);
    desk.book.hold(true);
    desk.tell([at('a', 58), at('b', 59), at('c', 60)]);
    expect([desk.shown, desk.waiting]).toEqual([['b', 'a'], 1]);
    desk.book.showNew();
    expect([desk.shown, desk.waiting]).toEqual([['c', 'b', 'a'], 0]);
    desk.tell([at('a', 58), at('b', 59), at('c', 60), at('d', 60.5)]);
    expect([desk.shown, desk.waiting]).toEqual([['c', 'b', 'a'], 1]);
    desk.book.hold(false);
    expect([desk.shown, desk.waiting]).toEqual([['d', 'c', 'b', 'a'], 0]);
  });

  test('[CO2] a burst of more than a page is listed whole; who was through before is one press away', () => {
    const before = Array.from({ length: 150 }, (_, index) => at(`x${index}`, 30 + index / 10));
    const desk = new Desk(before);
    expect(desk.shown).toHaveLength(ARRIVALS_A_PAGE);
    expect(desk.book.getSnapshot().earlier).toBe(50);
    desk.nowMs += 5 * MINUTE_MS;
    const burst = Array.from({ length: 140 }, (_, index) => at(`y${index}`, 61 + index / 100));
    desk.tell([...before, ...burst]);
    expect(desk.shown).toEqual(burst.map(({ runnerId }) => runnerId).toReversed());
    desk.book.showEarlier();
    desk.book.showEarlier();
    expect(desk.shown).toHaveLength(290);
    expect(desk.book.getSnapshot().earlier).toBe(0);
  });

  test('[AR5] who would be through in the future comes once that is now, and is news then', () => {
    const desk = new Desk([at('a', 58)]);
    desk.tell([at('a', 58), at('ahead', 300)]);
    expect([desk.shown, desk.notices]).toEqual([['a'], []]);
    // Whose time is put so far off is taken back.
    desk.tell([at('a', 299), at('ahead', 300)]);
    expect(desk.notices).toHaveLength(1);
    desk.nowMs += 240 * MINUTE_MS;
    desk.tell([at('a', 299), at('ahead', 300), at('b', 290)]);
    expect(desk.shown).toEqual(['ahead', 'a', 'b']);
  });

  test('[CO2] going to another point and back, another race and back, loses nobody', () => {
    const splitsMs = [50 * MINUTE_MS, null, null, null, null, null];
    const desk = new Desk([at('a', 58)]);
    desk.book.look({ point: 0, events: ['PB'] });
    expect(desk.shown).toEqual([]);
    desk.tell([at('a', 58), at('b', 60), at('c', 0, { totalMs: null, splitsMs })]);
    expect(desk.shown).toEqual(['c']);
    desk.tell([at('a', 57), at('b', 60), at('c', 0, { totalMs: null, splitsMs })]);
    // What was told of the finish and is not so is said at the checkpoint too.
    expect(desk.notices).toEqual(['a was 58']);
    desk.book.look({ point: 'finish', events: USUAL_COURSES.events });
    expect(desk.shown).toEqual(['b', 'a']);
    const [news] = desk.book.getSnapshot().rows;
    expect(news?.litUntilMs).toBe(desk.nowMs + MINUTE_MS);
  });

  test('[CO2] what comes while the tab is in the background is news from when it can be seen', () => {
    const desk = new Desk([at('a', 58)]);
    desk.book.hide(true);
    desk.nowMs += 1 * MINUTE_MS;
    desk.tell([at('a', 58), at('b', 60)]);
    desk.nowMs += 20 * MINUTE_MS;
    desk.book.hide(false);
    const lit = () =>
      desk.book
        .getSnapshot()
        .rows.filter(({ litUntilMs }) => litUntilMs > desk.nowMs)
        .map(({ result }) => result.runnerId);
    expect(lit()).toEqual(['b']);
    desk.nowMs += 61 * SECOND_MS;
    expect(lit()).toEqual([]);
  });

  test('[CO2] a finisher without a start has no moment, and came when the page heard of it', () => {
    const desk = new Desk([at('a', 58), at('b', 20, { startedAtMs: null })]);
    desk.tell([
      at('a', 58),
      at('b', 20, { startedAtMs: null }),
      at('c', 30, { startedAtMs: null }),
    ]);
    expect(desk.shown).toEqual(['c', 'a', 'b']);
  });

  test('[CO2] an import of another race begins the list anew, and a record that came back older does not', () => {
    const desk = new Desk([at('a', 58), at('b', 59)]);
    desk.tell([at('a', 58)], 'older');
    expect([desk.shown, desk.notices]).toEqual([['b', 'a'], ['b back']]);
    desk.tell([at('a', 58), at('b', 59)], 'older');
    expect([desk.shown, desk.notices]).toEqual([['b', 'a'], []]);
    desk.tell([at('z', 40)], 'other');
    expect([desk.shown, desk.notices]).toEqual([['z'], []]);
  });

  test('[CO2] whatever comes and is held, everyone who is through is shown or waits, once', () => {
    const times = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      fc.integer({ min: 50, max: 99 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(times, fc.boolean()), { maxLength: 12 }), (steps) => {
        const desk = new Desk();
        // Nobody comes before they are there.
        desk.nowMs += 40 * MINUTE_MS;
        for (const [minutes, isHeld] of steps) {
          desk.nowMs += MINUTE_MS;
          const before = desk.shown;
          desk.book.hold(isHeld);
          const held = isHeld && before.length > 0 ? desk.shown : undefined;
          desk.tell(field(minutes));
          const { rows, waiting } = desk.book.getSnapshot();
          expect(new Set(desk.shown).size).toBe(desk.shown.length);
          expect(desk.shown).toEqual(held ?? desk.shown);
          const moments = rows.map(({ atMs }) => atMs);
          const newestFirst = moments.toSorted((a, b) => b - a);
          expect(moments).toEqual(held ? moments : newestFirst);
          const through = rows.filter(({ isRevoked }) => !isRevoked).length;
          expect(through + waiting).toBe(Object.keys(minutes).length + 1);
        }
      }),
      { seed: 20_260_620, numRuns: 60 },
    );
  });
});

describe('what was told and is not so', () => {
  test('[CO3] a corrected time says what it was, is a notice until it is said, and none once it is that again', () => {
    const desk = new Desk([at('a', 58), at('b', 59)]);
    const wasOf = () =>
      desk.book
        .getSnapshot()
        .rows.map(({ elapsedMs, firstMs }) => (firstMs === elapsedMs ? undefined : firstMs));
    desk.tell([at('a', 58), at('b', 57)]);
    expect([desk.shown, wasOf()]).toEqual([
      ['a', 'b'],
      [undefined, 59 * MINUTE_MS],
    ]);
    expect(desk.notices).toEqual(['b was 59']);
    desk.book.acknowledge(desk.book.getSnapshot().notices.slice(0, 1));
    expect([desk.notices, wasOf()]).toEqual([[], [undefined, 59 * MINUTE_MS]]);
    desk.tell([at('a', 58), at('b', 59)]);
    expect([desk.notices, wasOf()]).toEqual([['b was 57'], [undefined, undefined]]);
    desk.book.acknowledge();
    expect(desk.notices).toEqual([]);
  });

  test('[CO3] who is not through after all stays, marked, and is told', () => {
    for (const isHeld of [true, false]) {
      const desk = new Desk([at('a', 57), at('b', 58), at('c', 59)]);
      desk.book.hold(isHeld);
      desk.tell([at('a', 57), at('b', 58, { status: 'dnf', totalMs: null }), at('c', 59)]);
      const { rows } = desk.book.getSnapshot();
      expect(rows.map(({ result, isRevoked }) => [result.runnerId, isRevoked])).toEqual([
        ['c', false],
        ['b', true],
        ['a', false],
      ]);
      expect(desk.notices).toEqual(['b back']);
    }
  });

  test('[CO3] who is heard of late, behind others who were told, is a notice', () => {
    const desk = new Desk([at('a', 50), at('b', 59)]);
    // Somebody who came a moment before another is in no way late.
    desk.tell([at('a', 50), at('b', 59), at('c', 58.9)]);
    expect(desk.notices).toEqual([]);
    desk.tell([at('a', 50), at('b', 59), at('c', 58.9), at('d', 51)]);
    expect(desk.shown).toEqual(['b', 'c', 'd', 'a']);
    expect(desk.notices).toEqual(['d late']);
  });

  test('[CO3] a first woman who is not the first after all is told, and who is', () => {
    const woman = { ageGroup: 'F40' } as const;
    const rows = [at('a', 50, woman), at('b', 55, woman), at('m', 45, { ageGroup: 'M40' })];
    const desk = new Desk(rows);
    // A late read with an earlier time.
    desk.tell([...rows, at('c', 48, woman)]);
    expect(desk.notices.toSorted()).toEqual([
      'a -sex F -ageGroup F40 +sex F',
      'b -sex F +sex F',
      'c late +sex F +ageGroup F40',
    ]);
    desk.tell(rows);
    expect(desk.notices).toEqual([]);
  });

  test('[CO3] a best climb that was only beaten is no correction, and one that was none is', () => {
    const desk = new Desk([climb('a', 55, 300), climb('b', 56, 310)]);
    desk.tell([climb('a', 55, 300), climb('b', 56, 310), climb('c', 57, 290)]);
    expect(desk.notices).toEqual([]);
    desk.book.acknowledge();
    desk.tell([climb('a', 55, 300), climb('b', 56, 310), climb('c', 57, 330)]);
    expect(desk.notices).toEqual(['c -climb CarnIngli']);
  });
});

const tellAll = (log: ArrivalLog) => [
  log.newestFirst.list(USUAL_COURSES.events, 99),
  log.listNotices(),
  log.order,
];

test.each(['finish', 1] as const)(
  '[CO3] what a log takes in by what changed is what it finds by a look at everyone, through any day: %s',
  (point) => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (day) => {
        const standings = new Standings(USUAL_COURSES);
        standings.setTotals(TOTALS);
        const [log, slow] = [new ArrivalLog(point), new ArrivalLog(point)];
        const listed = new Map<string, UnrankedResult>();
        let nowMs = 0;
        for (const step of [...day, { do: 'look' } as const]) {
          apply(step, standings, listed);
          if (step.do !== 'look') continue;
          nowMs += 40 * SECOND_MS;
          log.advance(standings, nowMs);
          // Of other standings no change is known.
          const others = new Standings(USUAL_COURSES);
          others.replaceAll(standings.listAll(), TOTALS);
          slow.advance(others, nowMs);
          expect(tellAll(log)).toEqual(tellAll(slow));
          expect(log.newestFirst.count(['PB'])).toBe(log.newestFirst.list(['PB'], 99).length);
          const newest = log.newestFirst
            .list(USUAL_COURSES.events, 99)
            .toSorted((a, b) => b.atMs - a.atMs || b.order - a.order);
          expect(log.newestFirst.list(USUAL_COURSES.events, 99)).toEqual(newest);
          expect(log.newestFirst.list(USUAL_COURSES.events, 3)).toEqual(newest.slice(0, 3));
          if (nowMs % MINUTE_MS === 0) for (const one of [log, slow]) one.acknowledge();
        }
      }),
      { numRuns: 100 },
    );
  },
);
