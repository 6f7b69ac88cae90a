import { describe, expect, test } from 'vitest';

import { describeBoardClock } from '#client/features/board/BoardHead.tsx';
import { pickTabs, readBoardOptions } from '#client/features/board/board-options.ts';
import { MOST_HELD_MS, SlideShow, findSlide } from '#client/features/board/slide-show.ts';
import { type Slide, type SlideSource, listSlides } from '#client/features/board/slides.ts';
import { createLiveField, type LiveField } from '#shared/forecast/live-order.ts';
import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { buildSetup } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const tabs = listTabs(buildConfig());

function listOf(
  results: readonly UnrankedResult[],
  { rows = 8, columns = 1, starters = [] as SlideSource['starters'], courses = USUAL_COURSES } = {},
): readonly Slide[] {
  const standings = new Standings(courses);
  standings.replaceAll(
    results,
    USUAL_COURSES.byEvent(() => results.length),
  );
  const liveOf = (event: EventCode): LiveField => createLiveField(standings, event);
  return listSlides({ standings, tabs, size: { rows, columns }, justIn: [], starters, liveOf });
}

/** Finishers of the full distance, a minute apart, every third of them a woman. */
const field = (count: number): UnrankedResult[] =>
  Array.from({ length: count }, (_, index) =>
    buildResult({
      runnerId: `r${index + 1}`,
      ageGroup: index % 3 === 2 ? 'F40' : 'M-SNR',
      totalMs: HOUR_MS + index * MINUTE_MS,
    }),
  );

const columnsOf = (slide: Slide | undefined) =>
  slide?.rows.map(({ result, place, column }) => [result.runnerId, place, column]);

describe('the pages', () => {
  test('[AG4] of a race have the sexes side by side, with the non-binary if they have a category', () => {
    const { categories } = USUAL_COURSES.setup;
    const table = [...categories.table, { code: 'NB', sexes: ['X'] as const }];
    const courses = new Courses(buildSetup({ categories: { ...categories, table } }));
    const nonBinary = buildResult({ runnerId: 'x', ageGroup: 'NB', totalMs: 2 * HOUR_MS });
    const [, first, second] = listOf([...field(6), nonBinary], { courses, columns: 2 });
    expect([first?.heads, second?.heads]).toEqual([['F', 'M'], ['X']]);
    expect(columnsOf(first)).toEqual([
      ['r3', 1, 1],
      ['r6', 2, 1],
      ['r1', 1, 2],
      ['r2', 2, 2],
      ['r4', 3, 2],
      ['r5', 4, 2],
    ]);
    expect(columnsOf(second)).toEqual([['x', 1, 1]]);
  });

  test('of a race are the first of all, of the women, of the men and of each category', () => {
    const slides = listOf(field(40));
    expect(slides.map(({ key }) => key)).toEqual([
      'PB overall 1',
      'PB overall 2',
      'PB overall 3',
      'PB sexes 1',
      'PB sexes 2',
      'PB categories 1',
    ]);
    expect(slides[1]?.rows.map(({ place }) => place)).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    const firsts = slides[5]?.rows.map(({ isFirstOfGroup }) => isFirstOfGroup);
    expect(firsts).toEqual([true, false, false, true, false, false]);
  });

  test('[RK14] show the times that rank a category', () => {
    const results = [buildResult({ totalMs: HOUR_MS, categoryMs: HOUR_MS - MINUTE_MS })];
    const shown = listOf(results).find(({ kind }) => kind === 'categories')?.rows;
    expect(shown).toEqual([
      expect.objectContaining({ result: { ...results[0], totalMs: HOUR_MS - MINUTE_MS } }),
    ]);
  });

  test('split no category, show shared places, and are never empty', () => {
    const level = field(3).map((row) => buildResult({ ...row, totalMs: HOUR_MS }));
    const slides = listOf(level, { rows: 2 });
    const placesOn = (key: string) =>
      slides
        .filter((slide) => slide.key.startsWith(key))
        .map(({ rows }) => rows.map((r) => r.place));
    expect(placesOn('PB overall')).toEqual([[1, 1], [1]]);
    expect(placesOn('PB categories')).toEqual([[1], [1, 1]]);
    expect(listOf([])).toEqual([]);
  });
});

describe('the address', () => {
  test.each([
    ['?seconds=0.1', 4_000, undefined],
    ['?seconds=1e9', 600_000, undefined],
    ['?seconds=soon&tabs=,,', 12_000, undefined],
  ])('%j asks for %i ms of %j', (search, dwellMs, asked) =>
    expect(readBoardOptions(search)).toEqual({ dwellMs, tabs: asked }),
  );

  test('the address names tabs in order; without a known one, all are shown', () => {
    const codesOf = (search: string) =>
      pickTabs(tabs, readBoardOptions(search)).map(({ code }) => code);
    expect(codesOf('?tabs=wod,PB,xx')).toEqual(['WOD', 'PB']);
    expect(codesOf('?tabs=xx')).toHaveLength(tabs.length);
  });
});

/** A show whose timers the test advances. */
function open() {
  const timers = new ManualTimers();
  const show = new SlideShow(timers);
  const shown = (slides: readonly Slide[]): string | undefined =>
    slides[findSlide(slides, show.getSnapshot())]?.key;
  return { timers, show, shown };
}

describe('the show', () => {
  const few = listOf(field(3));
  const many = listOf(field(40));

  test('turns its pages again and again, and a push delays no turn', () => {
    const { timers, show, shown } = open();
    show.setSlides(few);
    const end = show.start(10_000);
    const seen = few.map(() => {
      const key = shown(few);
      timers.advance(9_000);
      show.setSlides([...few]);
      timers.advance(1_000);
      return key;
    });
    expect(seen).toEqual(few.map(({ key }) => key));
    expect(shown(few)).toBe(few[0]?.key);
    end();
    expect(timers.pending).toBe(0);
  });

  test('stays on its page when others are added before it, and goes on if its page disappears', () => {
    const { timers, show, shown } = open();
    show.setSlides(few);
    show.start(10_000);
    timers.advance(10_000);
    expect([shown(few), shown(many)]).toEqual(['PB sexes 1', 'PB sexes 1']);
    show.setSlides([]);
    timers.advance(100_000);
    expect(shown([])).toBeUndefined();
    show.setSlides(many);
    timers.advance(10_000);
    expect(shown(many)).toBeDefined();
    expect(timers.pending).toBe(1);
  });

  test('is paused until it is resumed, for at most ten minutes', () => {
    const { timers, show, shown } = open();
    show.setSlides(few);
    show.start(10_000);
    show.toggleHold();
    timers.advance(MOST_HELD_MS - 1);
    expect(shown(few)).toBe('PB overall 1');
    show.step(-1);
    timers.advance(MOST_HELD_MS - 1);
    expect([shown(few), show.getSnapshot().isHeld]).toEqual(['PB categories 1', true]);
    timers.advance(1);
    expect(show.getSnapshot().isHeld).toBe(false);
    timers.advance(10_000);
    expect(shown(few)).toBe('PB overall 1');
  });
});

test('before the first read a race has its start list, by name', () => {
  const starters = ['Zola', 'Abel', 'Morris'].map((lastName) =>
    buildResult({ runnerId: lastName, lastName, events: 'PB' }),
  );
  const slides = listOf([], { rows: 2, starters });
  expect(slides.map(({ kind, rows }) => [kind, rows.map(({ result }) => result.lastName)])).toEqual(
    [
      ['start-list', ['Abel', 'Morris']],
      ['start-list', ['Zola']],
    ],
  );
});

test.each([
  [-13 * HOUR_MS, false, 'Time of day', '21:00'],
  [0, false, 'Race time', '00:00'],
  [49 * HOUR_MS, false, 'Time of day', '11:00'],
  [2 * HOUR_MS, true, 'Race over', ''],
])('%i ms from the start, closed: %s, the clock shows %s %s', (sinceMs, isClosed, label, time) => {
  const gunMs = Date.UTC(2026, 5, 20, 9);
  const options = { gunMs, timeZone: 'Europe/London', isClosed, texts: allEn };
  expect(describeBoardClock(gunMs + sinceMs, options)).toEqual({ label, time });
});
