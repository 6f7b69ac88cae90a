import { expect, test } from 'vitest';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { HeldRead } from '#shared/checks/sightings.ts';
import { suspectClocks } from '#shared/checks/suspect-clocks.ts';
import { buildConfig, buildRunner, getBandId } from '#tests/support/builders.ts';

import { clock, scanOf } from '#tests/scoring/run-scoring.ts';

import { inventClockDay, moveClock } from './clock-day.ts';

const runners: readonly Runner[] = Array.from({ length: 40 }, (_, at) =>
  buildRunner({ bandId: String(at + 1) }),
);

/** Each `10:30:00 cp1 mat-1`, read so of the first so many runners of the field, each 20 seconds behind the last. */
function field(count: number, ...reads: readonly string[]): HeldRead[] {
  return runners.slice(0, count).flatMap((runner, at) =>
    reads.map((text): HeldRead => {
      const [time = '', points = '', source = points] = text.split(' ');
      const read = scanOf(`${time} ${points}`, source);
      const scan: Scan = { ...read, bandId: getBandId(String(at + 1)) };
      return moved({ runner, scan, asRead: scan }, at * 20 * SECOND_MS);
    }),
  );
}

function moved({ runner, scan }: HeldRead, byMs: number): HeldRead {
  const later = { ...scan, timeMs: scan.timeMs + byMs };
  return { runner, scan: later, asRead: later };
}

/** At once, which shows the clock to be right. */
function arrive({ runner, scan, asRead }: HeldRead): HeldRead {
  return { runner, scan, asRead: { ...asRead, arrivedMs: asRead.timeMs } };
}

function suspect(reads: readonly HeldRead[], config: Partial<RaceConfig> = {}) {
  return suspectClocks(reads, scoringRulesOf(buildConfig(config))).suspicions;
}

const WHOLE = ['10:00:05 start', '10:30:00 cp1', '11:00:00 cp2', '11:30:00 cp3', '12:00:00 cp4'];

test('[CR6] ten runners are enough, nine are not', () => {
  const late = WHOLE.with(3, '12:30:00 cp3');
  expect(suspect(field(10, ...late))).toHaveLength(1);
  expect(suspect(field(9, ...late))).toEqual([]);
  const twice = [...WHOLE, '12:30:00 finish main', '12:50:00 finish backup'];
  expect(suspect(field(10, ...twice))).toHaveLength(1);
  expect(suspect(field(9, ...twice))).toEqual([]);
});

test('[CR8] two sources that read eight of ten runners in the wrong order seem swapped, not seven of ten or all of nine', () => {
  const right = ['10:00:05 start', '11:30:00 cp3', '12:00:00 cp4', '12:30:00 finish'];
  const swap = ['10:30:00 cp2', '11:00:00 cp1'];
  const findSwaps = (count: number, wrong: number) => {
    const reads = [
      ...field(count, ...right),
      ...field(wrong, ...swap),
      ...field(count, '10:30:00 cp1', '11:00:00 cp2').slice(2 * wrong),
    ];
    return suspectClocks(reads.map(arrive), scoringRulesOf(buildConfig())).swaps;
  };
  const found = { source: 'cp1', other: 'cp2' };
  expect(findSwaps(10, 10)).toMatchObject([{ ...found, wrong: 10, of: 10 }]);
  expect(findSwaps(10, 8)).toMatchObject([{ ...found, wrong: 8, of: 10 }]);
  expect(findSwaps(10, 7)).toEqual([]);
  expect(findSwaps(9, 9)).toEqual([]);
});

test.each([
  ['11:40:00 cp2', -HOUR_MS / 2, 'half an hour where no whole one fits'],
  ['11:52:00 cp2', -52 * MINUTE_MS, 'the minute nearest the middle where neither does'],
])('[CR6] %s gets a shift of %i ms: %s', (wrong, shiftMs) => {
  const short = ['10:00:05 start', '10:56:00 cp1', wrong, '11:04:00 cp3', '11:30:00 cp4'];
  const half = ['10:00:05 start', '11:05:00 cp1', wrong, '11:25:00 cp3', '11:38:00 cp4'];
  const reads = field(20, ...(shiftMs === -HOUR_MS / 2 ? half : short));
  expect(suspect(reads).map((one) => [one.source, one.shiftMs])).toEqual([['cp2', shiftMs]]);
});

test('[CR6] an erratic clock is suspected without a shift', () => {
  const jumping = field(40, ...WHOLE).map((read, at) => {
    const runner = Math.floor(at / WHOLE.length);
    const byMs = (runner % 2 === 0 ? 1 : -1) * (3 + (runner % 7)) * HOUR_MS;
    return read.scan.source === 'cp2' ? moved(read, byMs) : read;
  });
  expect(suspect(jumping).map((one) => [one.source, one.shiftMs])).toEqual([['cp2', null]]);
});

test('[CR6] a clock years off is suspected without a shift', () => {
  const finish = ['12:30:00 finish main', '12:30:01 finish backup'];
  const lost = field(20, ...WHOLE, ...finish).map((read) =>
    read.scan.source === 'backup' ? moved(read, -20_000 * 24 * HOUR_MS) : read,
  );
  expect(suspect(lost).map((one) => one.shiftMs)).toEqual([null]);
});

test('[CR6] mats ten seconds apart agree, and varying differences are no clock error', () => {
  const near = [...WHOLE, '12:30:00 finish main', '12:30:10 finish backup'];
  expect(suspect(field(20, ...near))).toEqual([]);
  const off = [
    ...WHOLE,
    '12:30:00 finish main',
    '12:30:00 finish third',
    '12:30:10.440 finish backup',
  ];
  expect(suspect(field(20, ...off))).toMatchObject([{ source: 'backup', shiftMs: -10_400 }]);
  const walk = field(20, ...WHOLE, '12:30:00 finish main').flatMap((read, at) => {
    if (read.scan.source !== 'main') return [read];
    const { scan } = moved(read, (40 + at) * SECOND_MS);
    return [read, { ...read, scan: { ...scan, source: 'backup' } }];
  });
  expect(suspect(walk)).toEqual([]);
});

test('[CR6] a source with several points is suspected everywhere, or at the wrong one only', () => {
  const two = [
    '10:00:05 start',
    '11:30:00 cp1 one',
    '11:00:00 cp2',
    '12:30:00 cp3 one',
    '12:00:00 cp4',
  ];
  expect(suspect(field(20, ...two))).toMatchObject([
    { source: 'one', everywhere: true, shiftMs: -HOUR_MS, fromMs: clock('11:30:00') },
  ]);
  const atOne = [...two.with(1, '10:20:00 cp1 one'), '12:20:00 finish'];
  const [found] = suspect(field(20, ...atOne));
  expect(found).toMatchObject({ source: 'one', point: 'cp3', shiftMs: -HOUR_MS });
  expect(found?.everywhere).toBeUndefined();
});

test('[CR6] a corrected clock is not suspected again, and unassigned reads count for the source', () => {
  const late = field(20, ...WHOLE.with(3, '12:30:00 cp3'));
  const mended = late.map(({ runner, scan, asRead }): HeldRead => {
    const timeMs = scan.source === 'cp3' ? scan.timeMs - HOUR_MS : scan.timeMs;
    return { runner, scan: { ...scan, timeMs }, asRead };
  });
  expect(suspect(mended)).toEqual([]);
  const scan = scanOf('14:00:00 cp3', 'cp3');
  const [found] = suspect([...late, { runner: undefined, scan, asRead: scan }]);
  expect([found?.of, found?.untilMs]).toEqual([20, clock('14:00:00')]);
});

test('[CR6] reads before the gun suspect a clock, unless nobody fits the gun', () => {
  const early = ['09:30:00 cp1', '11:00:00 cp2', '11:30:00 cp3'];
  expect(suspect(field(20, ...early))).toMatchObject([
    { source: 'cp1', shiftMs: HOUR_MS, by: 'order' },
  ]);
  expect(suspect(field(20, ...WHOLE), { raceStart: '2026-06-20-11-20-00' })).toEqual([]);
});

const HILL = ['10:16:00 cp1', '10:12:00 cp2', '10:50:00 cp3'];

test.each([
  [['cp1', 'cp2'], HILL],
  // Fewer reads are no guilt.
  [
    ['main', 'backup'],
    ['10:00:05 start', '11:00:00 finish main', '10:40:00 finish backup'],
  ],
  [
    ['a', 'b'],
    ['11:00:00 finish b', '12:00:00 finish a'],
  ],
])('[CR6] %o, which contradict only each other, are both named, without a shift', (both, reads) => {
  const all = field(20, ...reads);
  const fewer = all.filter(({ scan }, at) => scan.source !== both[0] || at % 4 < 3);
  for (const some of [all, fewer]) {
    const [found, ...others] = suspect(some);
    expect([others, found?.shiftMs]).toEqual([[], null]);
    expect(new Set([found?.source, found?.rival])).toEqual(new Set(both));
  }
});

test('[CR6] of two sources that contradict each other a third shows which is wrong, and each of two pairs is named', () => {
  const third = suspect(field(20, ...HILL, '10:16:02 cp1 other'));
  expect(third).toMatchObject([{ source: 'cp2' }]);
  expect(third[0]?.rival).toBeUndefined();
  const pairs = ['10:30:00 cp1 a', '10:35:00 cp1 b', '11:00:00 finish c', '11:05:00 finish d'];
  const named = suspect(field(20, ...pairs)).map(({ source, rival }) => [source, rival]);
  expect(named).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test.each([
  ['11:00:00', '11:20:00', '12:10:00'],
  ['11:00:00', '12:00:00', '13:00:00'],
  ['11:00:00', '12:00:00', '11:17:00'],
])('[CR6] of three at a line that all disagree none is accused: %s, %s, %s', (...times) => {
  const reads = times.map((time, at) => `${time} finish mat-${at + 1}`);
  const all = field(20, '10:00:05 start', ...reads);
  const fewer = all.filter(({ scan }, at) => scan.source !== 'mat-2' || at % 4 < 3);
  for (const some of [all, fewer]) {
    const found = suspect(some);
    expect(found.map(({ shiftMs }) => shiftMs)).toEqual([null, null]);
    const named = found.flatMap(({ source, rival }) => [source, rival]);
    expect(new Set(named)).toEqual(new Set(['mat-1', 'mat-2', 'mat-3']));
  }
});

test('[CR6] of four at a line, of which two agree, the others are suspected, with their shifts', () => {
  const lines = [
    '11:00:00 finish a',
    '11:00:01 finish b',
    '11:20:00 finish c',
    '12:10:00 finish d',
  ];
  const found = suspect(field(20, '10:00:05 start', ...lines));
  expect(found.map(({ source, rival, shiftMs }) => [source, rival, shiftMs])).toEqual([
    ['c', undefined, expect.closeTo(-20 * MINUTE_MS, -4)],
    ['d', undefined, expect.closeTo(-70 * MINUTE_MS, -4)],
  ]);
});

test('[CR6] of four at a line of which each two agree none is accused', () => {
  const lines = [
    '11:00:00 finish a',
    '11:00:01 finish b',
    '11:20:00 finish c',
    '11:20:01 finish d',
  ];
  const all = field(20, '10:00:05 start', ...lines);
  const fewer = all.filter(({ scan }, at) => scan.source !== 'c' || at % 4 < 3);
  for (const some of [all, fewer]) {
    const found = suspect(some);
    expect(found).not.toEqual([]);
    expect(found.map(({ shiftMs, rival }) => [shiftMs, rival !== undefined])).toEqual(
      found.map(() => [null, true]),
    );
  }
});

test('[CR6] a few who walk over the finish before the race decide between no two pairs', () => {
  const plan = { seed: 176, runners: 60, leg: 35, isGunSet: true, timing: 'chip' } as const;
  const day = { ...plan, isOneLine: false, linesOf: 4, pointsOf: 2 };
  const { reads, rules } = inventClockDay(day);
  const wrong = ['finish-2', 'finish-4'].reduce<readonly HeldRead[]>(
    (moving, source) => moveClock(moving, source, 20 * MINUTE_MS),
    reads,
  );
  const found = suspectClocks(wrong, rules).suspicions;
  expect(found.map(({ shiftMs }) => shiftMs)).toEqual([null, null]);
});

test('[CR6] a mat of start and finish is compared with another that missed half of the starts and half of the finishes', () => {
  const lines = ['10:00:05', '11:30:00'].flatMap((time) =>
    ['main', 'third', 'wrong'].map((source) => `${time} start,finish ${source}`),
  );
  const reads = field(40, ...lines).flatMap((read, at) => {
    const [runner, line] = [Math.floor(at / lines.length), at % lines.length];
    const isWrong = read.scan.source === 'wrong';
    if (isWrong && runner % 2 === Number(line < 3) && runner % 5 < 4) return [];
    const laterMs = line < 3 ? 0 : runner * 47 * SECOND_MS;
    return [moved(read, laterMs + (isWrong ? 20 * MINUTE_MS : 0))];
  });
  expect(suspect(reads).map(({ source, shiftMs }) => [source, shiftMs])).toEqual([
    ['wrong', -20 * MINUTE_MS],
  ]);
});
