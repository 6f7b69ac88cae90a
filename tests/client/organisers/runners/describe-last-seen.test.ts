import { expect, test } from 'vitest';

import {
  describeSight,
  describeSince,
  describeSplit,
  formatDay,
} from '#client/organisers/runners/describe-last-seen.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';

const ZONE = 'Pacific/Auckland';
const SEEN_MS = Date.UTC(2026, 5, 19, 22, 41, 7);
const config = buildConfig({ timeZone: ZONE, KOMs: 'Wall of Death,Carn Ingli' });

const seenAt = (lastPoint: string, scans: number) => ({
  bandID: '512',
  scans,
  lastPoint,
  lastTime: SEEN_MS,
});

test('[MS2] a band says where and when it was last seen, on the clock of the race', () => {
  expect(formatDay(SEEN_MS, ZONE)).toBe('20/06/2026');
  const describe = (point: string, scans: number, minutes: number, day = 20, race = config) =>
    describeSight(seenAt(point, scans), {
      config: race,
      nowMs: SEEN_MS + minutes * 60_000,
      today: `${day}/06/2026`,
    });
  expect(describe('start,finish', 3, 31)).toBe('31 min ago · Start + Finish, 10:41:07 · 3 scans');
  expect(describe('kom2-end', 1, 1_800, 21)).toBe('Carn Ingli end, 20/06/2026 10:41:07 · 1 scan');
  // The name of the point on every course, since no event is known.
  expect(describe('cp5', 1, 1_440)).toBe('Foel Drygarn, 10:41:07 · 1 scan');
  expect(describe('cp5', 1, 1_440, 20, { ...config, wayPoints: 'A' })).toBe(
    'CP5, 10:41:07 · 1 scan',
  );
});

test('[CP4] a lap has its number, and no code', () => {
  const laps = { ...buildConfig(configOf(buildCourse('lap lap'))), wayPoints: 'Cylch' };
  expect([0, 1].map((slot) => describeSplit(slot, laps, 'PB'))).toEqual(['Cylch 1', 'Cylch 2']);
});

const describeSeconds = (seconds: number): string => describeSince(seconds * 1_000);

test('[MS4] how long ago that was, in minutes and hours, as far as it helps', () => {
  expect([-120, 24 * 3_600].map(describeSeconds)).toEqual(['', '']);
  expect([-30, 59].map(describeSeconds)).toEqual(['just now', 'just now']);
  expect([60, 59 * 60].map(describeSeconds)).toEqual(['1 min ago', '59 min ago']);
  expect([61 * 60, 125 * 60].map(describeSeconds)).toEqual(['1 h 01 min ago', '2 h 05 min ago']);
});
