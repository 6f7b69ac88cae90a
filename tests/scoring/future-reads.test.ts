import { expect, test } from 'vitest';

import type { Correction } from '#shared/model/decisions.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { Corrections, findFutureReads } from '#shared/scoring/correct-reads.ts';
import { buildScan } from '#tests/support/builders.ts';

const NOW_MS = Date.UTC(2026, 5, 20, 12);
const READS = [-60, -30, -10].map((minutes, at) =>
  buildScan({ bandId: String(at + 1), source: 'hill', timeMs: NOW_MS + minutes * MINUTE_MS }),
);

function move(correctionId: string, minutes: number, action?: Correction['action']): Correction {
  return {
    correctionId,
    reads: { kind: 'source', source: 'hill', fromMs: 0, untilMs: NOW_MS },
    action: action ?? { kind: 'clock', shiftMs: minutes * MINUTE_MS },
    reason: '',
    atMs: NOW_MS,
    by: 'anna@example.org',
  };
}

test.each([
  [12, 0],
  [13, 1],
  [60, 2],
  [-60, 0],
])(
  '[CR9] a clock correction of %i minutes moves %i of three reads into the future',
  (minutes, count) => {
    const found = findFutureReads(READS, new Corrections(), move('a', minutes));
    expect(found.count).toBe(count);
    expect(found.lastMs).toBe(count === 0 ? -Infinity : NOW_MS + (minutes - 10) * MINUTE_MS);
  },
);

test('[CR9] future reads include other corrections, and exclude void reads', () => {
  const ahead = new Corrections([move('a', 12)]);
  expect(findFutureReads(READS, ahead, move('b', 12)).count).toBe(1);
  // Sent again it is the same one.
  expect(findFutureReads(READS, ahead, move('a', 12)).count).toBe(0);
  const isVoid = new Corrections([move('c', 0, { kind: 'void' })]);
  expect(findFutureReads(READS, isVoid, move('b', 300)).count).toBe(0);
});
