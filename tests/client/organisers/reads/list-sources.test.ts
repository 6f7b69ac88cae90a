import { expect, test } from 'vitest';

import type { SourceSummary } from '#shared/wire/reads-api.ts';
import {
  describeClock,
  findLastReads,
  listSources,
} from '#client/organisers/reads/list-sources.ts';

const HILL: SourceSummary = {
  source: 'hill',
  reads: 150,
  corrected: 0,
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
  const suspected = {
    kind: 'clock-suspected',
    source: 'hill',
    point: 'cp2',
    shiftMs: 60_000,
  } as const;
  const sources = listSources(
    [{ ...HILL, source: 'gate' }, HILL],
    [{ ...suspected, rival: 'gate' }],
  );
  expect(sources.map((one) => describeClock(one))).toEqual(['wrong?', 'wrong?']);
});
