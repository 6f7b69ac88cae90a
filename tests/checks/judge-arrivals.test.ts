import { expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { type ArrivedRead, Arrivals } from '#shared/checks/judge-arrivals.ts';

const DAY_MS = 24 * HOUR_MS;
const NOON_MS = Date.UTC(2026, 5, 20, 12);

function judge(reads: readonly ArrivedRead[]) {
  const arrivals = new Arrivals();
  for (const read of reads) arrivals.note(read.timeMs, read);
  return arrivals.judge();
}

/** A read every four seconds, each with its delay as the clock of the source makes it. */
function arrive(delaysMs: readonly number[], mark: Partial<ArrivedRead> = {}): ArrivedRead[] {
  return delaysMs.map((delayMs, at) => {
    const arrivedMs = NOON_MS + at * 4 * SECOND_MS;
    return { timeMs: arrivedMs - delayMs, arrivedMs, ...mark };
  });
}

test('[CR6] a clock behind by minutes is named once reads arrived at five moments', () => {
  const delaysMs = [300, 700, 1_100, 500, 900].map((ms) => ms + 37 * SECOND_MS);
  expect(judge(arrive(delaysMs.slice(1)))).toBeUndefined();
  expect(judge(arrive(delaysMs))?.aheadMs).toBe(-37_300);
});

test('[CR6] reads held back, or late by various delays, name nobody', () => {
  const batch = arrive([HOUR_MS, HOUR_MS, HOUR_MS]).map(({ timeMs }, at) => ({
    timeMs,
    arrivedMs: NOON_MS + HOUR_MS + at,
  }));
  expect(judge(batch)).toBeUndefined();
  const late = [110, 62, 35, 90, 14, 48, 71].map((seconds) => seconds * SECOND_MS);
  expect(judge(arrive(late))).toBeUndefined();
  expect(judge(arrive([...late, 500, 900]))?.aheadMs).toBe(0);
  // Three that are late alike among others are so by chance.
  expect(
    judge(arrive([60, 95, 61, 110, 62].map((seconds) => seconds * SECOND_MS))),
  ).toBeUndefined();
});

test('[CR6] three reads name a clock that is behind, however far apart', () => {
  const rare = [0, 7, 19].map((minutes) => NOON_MS + minutes * MINUTE_MS);
  const reads = rare.map((arrivedMs) => ({ arrivedMs, timeMs: arrivedMs - 20 * MINUTE_MS }));
  expect(judge(reads)).toMatchObject({ aheadMs: -20 * MINUTE_MS, reads: 3 });
});

test('[CR6] a single bad date is no evidence, and reads from a file have no arrival', () => {
  expect(judge(arrive([200, -400 * DAY_MS, 500, 700]))?.aheadMs).toBe(0);
  expect(judge(arrive([-HOUR_MS, -HOUR_MS, -HOUR_MS], { isReplay: true }))).toBeUndefined();
});
