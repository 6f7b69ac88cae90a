import { describe, expect, test } from 'vitest';

import { describeBoardClock } from '#client/features/board/BoardHead.tsx';
import { pickTabs, readBoardOptions } from '#client/features/board/board-options.ts';
import { findSlide, type SlidePosition, turnPage } from '#client/features/board/slide-show.ts';
import { type Slide, type SlideSource, listSlides } from '#client/features/board/slides.ts';
import { describeHonour } from '#client/spectators/describe-honour.ts';
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const tabs = listTabs(buildConfig());

function listOf(
  results: readonly UnrankedResult[],
  {
    rows = 8,
    columns = 1,
    justIn = [] as SlideSource['justIn'],
    starters = [] as SlideSource['starters'],
    courses = USUAL_COURSES,
  } = {},
): readonly Slide[] {
  const standings = new Standings(courses);
  standings.replaceAll(
    results,
    USUAL_COURSES.byEvent(() => results.length),
  );
  const liveOf = (event: EventCode): LiveField => createLiveField(standings, event);
  return listSlides({ standings, tabs, size: { rows, columns }, justIn, starters, liveOf });
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

  test('begin with the latest finishers, unless one page has all of them', () => {
    const firsts = [8, 9].map((count) => {
      const results = field(count);
      return listOf(results, { justIn: results.slice(-3) })[0]?.key;
    });
    expect(firsts).toEqual(['PB overall 1', 'PB just-in 1']);
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

test('[RK14] the category of the latest finisher is led by its own clock, also among equal totals', () => {
  const standings = new Standings(USUAL_COURSES);
  const times = [
    ['woman', HOUR_MS, HOUR_MS],
    ['slower', 2 * HOUR_MS, 2 * HOUR_MS],
    ['faster', 2 * HOUR_MS, HOUR_MS + MINUTE_MS],
  ] as const;
  const results = times.map(([runnerId, totalMs, categoryMs]) =>
    buildResult({
      runnerId,
      totalMs,
      categoryMs,
      ageGroup: runnerId === 'woman' ? 'F-SNR' : 'F40',
    }),
  );
  standings.replaceAll(results, {});
  expect(results.map((result) => describeHonour(result, standings, allEn))).toEqual([
    '1st woman',
    '',
    'First in F40',
  ]);
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

test('the pages are turned again and again, in both directions', () => {
  const slides = listOf(field(3));
  const keys = slides.map(({ key }) => key);
  let position: SlidePosition = { key: undefined, index: 0 };
  const turn = (by: 1 | -1) => (position = turnPage(slides, position, by)).key;
  expect(slides.map(() => turn(1))).toEqual([...keys.slice(1), keys[0]]);
  expect(turn(-1)).toBe(keys.at(-1));
  expect(turnPage([], position, 1)).toEqual({ key: undefined, index: 0 });
});

test('the board stays on its page when others are added before it, and goes on if its page disappears', () => {
  const [few, many] = [listOf(field(3)), listOf(field(40))];
  const at = { key: 'PB sexes 1', index: 1 };
  expect([few[findSlide(few, at)]?.key, many[findSlide(many, at)]?.key]).toEqual([at.key, at.key]);
  const gone = { key: 'PB overall 9', index: 8 };
  expect(findSlide(few, gone)).toBe(few.length - 1);
});

test('before the first read a race has its start list, by name, private runners last', () => {
  const starters = ['Zola', '', 'Abel', 'Morris'].map((lastName) =>
    buildResult({ runnerId: lastName, lastName, events: 'PB' }),
  );
  const slides = listOf([], { rows: 2, starters });
  expect(slides.map(({ kind, rows }) => [kind, rows.map(({ result }) => result.lastName)])).toEqual(
    [
      ['start-list', ['Abel', 'Morris']],
      ['start-list', ['Zola', '']],
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
