import { beforeEach, describe, expect, test } from 'vitest';

import { describeRow, type RowText } from '#client/spectators/describe-row.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { countRows, isAwaited, listRows } from '#client/features/results/list-rows.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { en } from '#shared/texts/en.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { describeFollowed } from '#client/features/results/describe-followed.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';
import { hasSplits, listSplits } from '#client/features/results/list-splits.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';

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

/** At 08:59:40, so that only the nearest minutes are those below. */
const GUN = Date.UTC(2026, 10, 20, 8, 59, 40);
const RESULT = buildFinisher({
  runnerId: 'heledd',
  status: 'racing',
  totalMs: null,
  startedAtMs: GUN,
  splitsMs: [30 * MINUTE_MS, null, null, null, null, null],
});

/** Describes a runner expected to finish after 100 minutes, between 95 and 107. */
function describeAfter(minutes: number): readonly [main: string, sub: string] {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll([RESULT], { BB: 1, PB: 1, UB: 1 });
  const { place, main, sub } = describeFollowed(
    { kind: 'seen', runnerId: 'heledd', result: RESULT },
    {
      standings,
      config: buildConfig({ timeZone: 'Europe/London' }),
      texts: en,
      nowMs: GUN + minutes * MINUTE_MS,
      livePlaceOf: () => 269,
      expectFinish: () => ({
        stage: 'finish',
        elapsedMs: 100 * MINUTE_MS,
        earliestMs: 95 * MINUTE_MS,
        latestMs: 107 * MINUTE_MS,
        basis: 20,
      }),
    },
  );
  expect(place).toBe('≈\u00A0269');
  return [main, sub];
}

test('[XP7 XP13] a followed runner has the live place, and is expected to the nearest minute, never in the past', () => {
  expect(describeAfter(40)).toEqual(['≈\u00A010:40', 'finish ± 6 min']);
  expect(describeAfter(103)).toEqual(['≈\u00A010:45', 'finish ± 2 min']);
  expect(describeAfter(108)).toEqual(['overdue', 'expected by 10:47']);
  // For twelve hours; then the time at the last point is shown.
  expect(describeAfter(107 + 12 * 60)).toEqual(['overdue', 'expected by 10:47']);
  expect(describeAfter(108 + 12 * 60)).toEqual(['0:30:00', '']);
});

const minute = 60_000;
const six = [10, 20, 30, 40, 50, 60].map((minutes) => minutes * minute);

/** Of the Ultra, five and six have each other's names. */
const SWAPPED = ['F 0:50:00 1', 'E 1:00:00 1'];

function linesOf(result: UnrankedResult, wayPoints = 'A,B,C,D,E,F'): string[] {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll([result, { ...result, runnerId: 'other' }], {
    ...USUAL_COURSES.byEvent(() => 0),
    BB: 3,
    PB: 4,
    UB: 5,
  });
  return listSplits(result, standings, buildConfig({ wayPoints }), en).map(
    ({ name, time, position }) => `${name} ${time} ${position}`,
  );
}

describe('the lines of the splits', () => {
  test.each([
    ['BB', ['A 0:10:00 1', 'Overall 1:10:00 1/3']],
    ['PB', ['A 0:10:00 1', 'B 0:20:00 1', 'C 0:30:00 1', 'D 0:40:00 1', 'Overall 1:10:00 1/4']],
    ['UB', ['B 0:20:00 1', 'C 0:30:00 1', 'D 0:40:00 1', ...SWAPPED, 'Overall 1:10:00 1/5']],
  ] as const)('[CP1] the stages of %s', (events, lines) =>
    expect(linesOf(buildResult({ events, splitsMs: six, totalMs: 70 * minute }))).toEqual(lines),
  );

  test('[CP5] stages before the last one seen are missed; later ones are ahead while the runner is racing', () => {
    const splitsMs = [null, 20 * minute, null, null, null, null];
    const seen = ['A NO SCAN /', 'B 0:20:00 1'];
    const ahead = ['C – –', 'D – –', 'Overall Racing –'];
    const missed = ['C NO SCAN /', 'D NO SCAN /'];
    expect(linesOf(buildResult({ splitsMs }))).toEqual([...seen, ...ahead]);
    const none = splitsMs.map(() => null);
    expect(linesOf(buildResult({ splitsMs: none }))).toEqual(['A – –', 'B – –', ...ahead]);
    const dnf = linesOf(buildResult({ splitsMs, status: 'dnf' }));
    expect(dnf).toEqual([...seen, ...missed, 'Overall DNF /']);
    const finished = linesOf(buildResult({ splitsMs, totalMs: 70 * minute }));
    expect(finished).toEqual([...seen, ...missed, 'Overall 1:10:00 1/4']);
  });
});

test('rows open to splits with more than one named stage, or with any public one of a setup', () => {
  const named = ['', 'A', 'A,B'].map((wayPoints) => hasSplits(buildConfig({ wayPoints })));
  expect(named).toEqual([false, false, true]);
  const road = [{ id: 'way', name: 'Road', visits: [{ point: 'lap', isPublic: false }] }];
  const setups = [buildCourse('lap lap lap'), buildCourse('lap', { courses: road })];
  expect(setups.map((setup) => hasSplits(buildConfig(configOf(setup))))).toEqual([true, false]);
});
