import { expect, test } from 'vitest';

import type { SourceSummary } from '#shared/wire/reads-api.ts';
import {
  describeClock,
  findLastReads,
  listSources,
} from '#client/organisers/reads/list-sources.ts';
import { readElapsedList } from '#client/organisers/reads/elapsed-list.ts';
import { MAX_LISTED_READS } from '#shared/model/decisions.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildConfig } from '#tests/support/builders.ts';

const HILL: SourceSummary = {
  source: 'hill',
  reads: 150,
  firstMs: 1_000,
  lastMs: 9_000_000,
  points: ['cp2'],
  arrivedMs: 60_000,
  recent: 7,
  lastAt: [{ point: 'cp2', timeMs: 50_000 }],
};

test('a source says when its last read came in, how many a minute, and what is wrong with it', () => {
  const sources = listSources(
    [{ ...HILL, source: 'gate' }, HILL],
    [
      { kind: 'clock-suspected', source: 'hill', point: 'cp2', shiftMs: 1_200_000 },
      { kind: 'clock', source: 'gate', aheadMs: -2_500 },
      { kind: 'clock-suspected', source: 'gate', point: 'cp2' },
      { kind: 'silent-source', source: 'unread', heardMs: 70_000 },
      { kind: 'reader', source: 'new', isAwaited: true },
      { kind: 'reader', source: 'off', battery: '64 %', awaySinceMs: 80_000 },
      { kind: 'clock-suspected', source: 'late', point: 'cp2', shiftMs: 60_000, isSure: true },
    ],
  );
  expect(sources).toMatchObject([
    { source: 'gate', clock: { isSure: true, aheadMs: -2_500 } },
    {
      source: 'hill',
      lastMs: 60_000,
      perMinute: 1.4,
      clock: { isSure: false, aheadMs: -1_200_000 },
    },
    { source: 'late', clock: { isSure: true, aheadMs: -60_000 } },
    { source: 'new', connection: { isAwaited: true } },
    { source: 'off', battery: { text: '64 %', isLow: false }, connection: { awaySinceMs: 80_000 } },
    { source: 'unread', points: [], silentMs: 70_000, connection: {} },
  ]);
});

test('[SY4] a point was read last by the latest of its sources', () => {
  const later: SourceSummary = { ...HILL, lastAt: [{ point: 'cp2', timeMs: 55_000 }] };
  expect(findLastReads([HILL, later, HILL])).toEqual(new Map([['cp2', 55_000]]));
});

test('[CR6] of two sources that contradict each other neither is ahead for sure', () => {
  const both = { kind: 'clock-suspected', source: 'hill', point: 'cp2', rival: 'gate' } as const;
  const sources = listSources([{ ...HILL, source: 'gate' }, HILL], [both]);
  expect(sources.map((one) => describeClock(one))).toEqual(['wrong?', 'wrong?']);
});

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const CONFIG = buildConfig({ raceStart: '2026-06-20-09-00-00', timeZone: 'UTC' });
const RUNNERS = [
  buildAdminRunner({ bibNumber: '101', raceNumber: '1', firstName: 'Ida', lastName: 'Lunn' }),
  buildAdminRunner({ bibNumber: 'A12', raceNumber: '2', firstName: 'Ben', lastName: 'Reed' }),
  buildAdminRunner({ bibNumber: '103', raceNumber: '3', ownStart: '-0:30:00' }),
  buildAdminRunner({ bibNumber: '104', raceNumber: '' }),
  buildAdminRunner({ bibNumber: '105', raceNumber: '5' }),
  buildAdminRunner({ bibNumber: '105', raceNumber: '6' }),
];

const read = (...lines: string[]) => readElapsedList(lines.join('\r\n'), RUNNERS, CONFIG);

test('each time of a list counts from the gun of its runner', () => {
  const { reads, faults } = read('Bib;Time', '101,0:17:53', 'a12\t17:58', '', '103;00:48:02,5');
  expect(faults).toEqual([]);
  expect(reads.map(({ bandId, timeMs }) => [bandId, timeMs - GUN_MS])).toEqual([
    ['1', 1_073_000],
    ['2', 1_078_000],
    ['3', 1_082_500],
  ]);
});

test('lines that cannot be added are named with their number', () => {
  expect(
    read('999,17:58', '104,17:58', '105,17:58', '101', '101,noon', 'a12,1:00', 'A12,1:01').faults,
  ).toEqual([
    'Line 1: bib 999 is of nobody.',
    'Line 2: bib 104 has no wristband: give one out on Registration.',
    'Line 3: bib 105 is of several runners.',
    'Line 4: 101 is not a bib and a time such as 101,0:17:53.',
    'Line 5: 101,noon is not a bib and a time such as 101,0:17:53.',
    'Line 7: bib A12 is in line 6 already.',
  ]);
  const noGun = readElapsedList('101,17:58', RUNNERS, buildConfig({ raceStart: '' }));
  expect(noGun.faults).toEqual(['Line 1: the start of bib 101 is not set yet.']);
  const many = Array.from({ length: MAX_LISTED_READS + 1 }, (_, index) =>
    buildAdminRunner({ bibNumber: String(index), raceNumber: String(index) }),
  );
  const list = many.map(({ bibNumber }) => `${bibNumber},17:58`).join('\n');
  expect(readElapsedList(list, many, CONFIG).faults[0]).toMatch(/at most 1000 at once/);
});
