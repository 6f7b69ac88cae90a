import { expect, test } from 'vitest';

import { hasStarted } from '#client/organisers/config/fetched-config.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES, type RaceConfig } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildConfig } from '#tests/support/builders.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** Settings fetched by a browser whose clock is this far behind the server's. */
const fetched = (config: Partial<RaceConfig>, behindMs = 0) => ({
  ...buildConfig(config),
  pictures: DEFAULT_PICTURES,
  serverTime: GUN_MS,
  offsetMs: behindMs,
});

test('the race has started with its first gun, by the server’s clock', () => {
  expect(hasStarted(fetched({}), GUN_MS - 1)).toBe(false);
  expect(hasStarted(fetched({}), GUN_MS)).toBe(true);
  expect(hasStarted(fetched({}, MINUTE_MS), GUN_MS - MINUTE_MS)).toBe(true);
  const early = { starts: { ...USUAL_COURSES.byEvent(() => ''), UB: '2026-06-20-09-30-00' } };
  expect(hasStarted(fetched(early), GUN_MS - 30 * MINUTE_MS)).toBe(true);
});

test('a race without a start has not started', () =>
  expect(hasStarted(fetched({ raceStart: '' }), GUN_MS)).toBe(false));
