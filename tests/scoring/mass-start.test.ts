import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { isStartedByGun } from '#shared/scoring/mass-start.ts';
import { buildConfig } from '#tests/support/builders.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const config = {
  ...buildConfig({ raceStart: '2026-06-20-10-00-00', timeZone: 'Europe/London' }),
  massStarts: ['PB'] as const,
};

test('[ST11] from the gun on an event without a start mat has started, until it is closed', () => {
  expect(isStartedByGun('PB', config, GUN_MS - 1)).toBe(false);
  expect(isStartedByGun('PB', config, GUN_MS)).toBe(true);
  expect(isStartedByGun('BB', config, GUN_MS)).toBe(false);
  expect(isStartedByGun('PB', { ...config, closed: true }, GUN_MS)).toBe(false);
  const closedEvents = { ...USUAL_COURSES.byEvent(() => false), PB: true };
  expect(isStartedByGun('PB', { ...config, closedEvents }, GUN_MS)).toBe(false);
  // Its own gun, which is later.
  const starts = { ...USUAL_COURSES.byEvent(() => ''), PB: '2026-06-20-11-00-00' };
  expect(isStartedByGun('PB', { ...config, starts }, GUN_MS)).toBe(false);
  expect(isStartedByGun('PB', { ...config, massStarts: [] }, GUN_MS)).toBe(false);
  expect(isStartedByGun('PB', { ...config, raceStart: '' }, GUN_MS)).toBe(false);
});
