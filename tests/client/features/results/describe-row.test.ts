import { beforeEach, describe, expect, test } from 'vitest';

import { describeRow, type RowText } from '#client/features/results/describe-row.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { countRows, isAwaited, listRows } from '#client/features/results/list-rows.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { en } from '#shared/texts/en.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

const config = buildConfig();
const [half, full, , wod, carnIngli] = listTabs(config);
const hour = 3_600_000;
const fast = buildResult({ runnerId: 'fast', lastName: 'A', totalMs: 2 * hour });
const level = buildResult({ runnerId: 'level', lastName: 'B', totalMs: 2 * hour });
const slow = buildResult({ runnerId: 'slow', totalMs: 3 * hour, ageGroup: 'M50' });
const dnf = buildResult({ runnerId: 'dnf', status: 'dnf' });
const racing = buildResult({
  runnerId: 'racing',
  splitsMs: [1_800_000, null, 3_753_000, null, null, null],
});
const started = buildResult({ runnerId: 'started', lastName: 'Z' });
const ultra = buildResult({
  runnerId: 'ultra',
  events: 'UB',
  komsMs: [3_725_001, 59_000],
  splitsMs: [null, hour, null, null, null, null],
});
const ultraUntimed = buildResult({ runnerId: 'untimed', events: 'UB', totalMs: 5 * hour });

let standings: Standings;
beforeEach(() => {
  standings = new Standings(USUAL_COURSES);
  standings.replaceAll([slow, level, fast, dnf, racing, started, ultra, ultraUntimed], {
    ...USUAL_COURSES.byEvent(() => 0),
    PB: 7,
    UB: 2,
  });
});

describe('a row of an event', () => {
  test('the gap is to the first of the tab, as the difference of the times shown', () => {
    const close = buildResult({ runnerId: 'close', totalMs: 2 * hour + 78_400 });
    standings.put(close);
    const rows = [fast, level, close, slow, dnf, racing];
    const gaps = [undefined, undefined, '+1:19', '+1:00:00', undefined, undefined];
    expect(rows.map((each) => describeFull(each).gap)).toEqual(gaps);
    // Only the first twenty have one.
    for (let i = 0; i < 17; i += 1) standings.put(buildResult({ runnerId: `${i}`, totalMs: hour }));
    const shown = [fast, close, slow].map((each) => describeFull(each).gap);
    expect(shown).toEqual(['+1:00:00', '+1:01:19', undefined]);
  });

  test('the details are bib, category and club, without the category of a winner', () => {
    expect(describeFull(fast).details).toBe(`${fast.bibNumber} · ${fast.runClub}`);
    // Does not break at the hyphen (SCREENS.md LK8).
    expect(describeFull({ ...level, ageGroup: 'F-SNR' }).details).toBe(
      `${level.bibNumber} · F-\u2060SNR · ${level.runClub}`,
    );
    const bare = { ...level, bibNumber: '', ageGroup: '', runClub: '' };
    expect(describeFull(bare).details).toBeUndefined();
  });

  test('[RK11] the first finisher of each age group has the class winner', () => {
    const classes = [fast, level, slow].map((result) => describeFull(result).className);
    expect(classes).toEqual(['finisher winner', 'finisher', 'finisher winner']);
  });

  test('a runner on course has the last point and the live place; a DNF or an invalid total has no place', () => {
    const live = describeRow(racing, getTab(full), standings, config, en, 4);
    const seen = { time: '1:02:33', checkpoint: 'Foel Eryr', className: 'racing' };
    expect(live).toMatchObject({ ...seen, place: '≈\u00A04', isLive: true });
    expect(describeFull(started)).toMatchObject({ place: '–', time: 'Started' });
    expect(describeFull(dnf)).toMatchObject({ place: '–', time: 'DNF', className: 'dnf' });
    expect(describeFull({ ...slow, totalMs: null }).time).toBe('DNF');
  });
});

test('[CP5] times over an hour are h:mm:ss, others mm:ss; only a runner through has missed the climb', () => {
  const [onWod, onCarn, missed, ahead] = (
    [
      [ultra, wod],
      [ultra, carnIngli],
      [ultraUntimed, wod],
      [racing, carnIngli],
    ] as const
  ).map(([result, tab]) => describeRow(result, getTab(tab), standings, config, en));
  expect(onWod).toMatchObject({ place: '1', time: '1:02:06', category: 'F40', isWinner: false });
  expect(onCarn).toMatchObject({ place: '1', time: '00:59', category: 'Ultra' });
  expect(missed).toMatchObject({ place: '/', time: 'NO SCAN' });
  expect(ahead).toMatchObject({ place: '–', time: '–' });
});

describe('the rows of a tab', () => {
  test('finishers come before DNFs; runners on course are separate, furthest first', () => {
    const rows = listRows(standings, getTab(full));
    expect(rows.ranked.map((row) => row.runnerId)).toEqual(['fast', 'level', 'slow', 'dnf']);
    expect(rows.onCourse.map((row) => row.runnerId)).toEqual(['racing', 'started']);
    expect(countRows(standings, getTab(full))).toBe(6);
    expect(countRows(standings, getTab(half))).toBe(0);
  });

  test('a tab is awaited until somebody is seen, even after a DNS', () => {
    const awaits = (rows: readonly UnrankedResult[], closed = false, total = 2) => {
      standings.replaceAll(rows, { ...USUAL_COURSES.byEvent(() => 0), PB: total });
      return isAwaited(standings, getTab(full), { ...config, closed });
    };
    expect([awaits([]), awaits([dnf])]).toEqual([true, true]);
    // Once closed, or with nobody left to come, the DNS are the result.
    expect([awaits([dnf], true), awaits([dnf], false, 1)]).toEqual([false, false]);
    const givenUp = buildResult({ status: 'dnf', splitsMs: [1, null, null, null, null, null] });
    for (const seen of [fast, racing, started, givenUp]) expect(awaits([dnf, seen])).toBe(false);
    expect(isAwaited(standings, getTab(wod), config)).toBe(true);
  });
});

function describeFull(result: UnrankedResult): RowText {
  return describeRow(result, getTab(full), standings, config, en);
}

function getTab<T>(tab: T | undefined): T {
  if (!tab) throw new Error('The test settings have no such tab.');
  return tab;
}
