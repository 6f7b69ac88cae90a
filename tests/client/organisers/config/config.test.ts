import { expect, test } from 'vitest';

import { describeImpact } from '#client/organisers/config/ImpactNote.tsx';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventImpact } from '#shared/wire/config-api.ts';
import { hasStarted } from '#client/organisers/config/fetched-config.ts';
import { DEFAULT_PICTURES, type RaceConfig } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildConfig } from '#tests/support/builders.ts';

const counts = (finished: number, racing: number, dnf = 0) => ({ finished, racing, dnf });
const none: EventImpact = { before: counts(5, 2), after: counts(5, 2), moved: 0 };
const config = { setup: '', distances: 'Byr,Hir,Ultra' };

test('the effect of settings is in the words of the race, or empty', () => {
  expect(
    describeImpact(
      USUAL_COURSES.byEvent(() => none),
      config,
    ),
  ).toEqual([]);
  expect(
    describeImpact(
      {
        ...USUAL_COURSES.byEvent(() => none),
        BB: { before: counts(133, 2), after: counts(0, 135), moved: 121 },
        PB: { before: counts(20, 0), after: counts(20, 0), moved: 20 },
        UB: { before: counts(1, 1), after: counts(1, 0, 1), moved: 1 },
      },
      config,
    ),
  ).toEqual([
    'Byr: 133 finishers would become 0, 2 on course would become 135, the times of 121 runners change.',
    'Hir: the times of 20 runners change.',
    'Ultra: 0 DNFs would become 1, 1 on course would become 0, 1 runner’s time changes.',
  ]);
});

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
  expect(hasStarted(fetched({ raceStart: '' }), GUN_MS)).toBe(false);
  expect(hasStarted(fetched({}, MINUTE_MS), GUN_MS - MINUTE_MS)).toBe(true);
  const early = { starts: { ...USUAL_COURSES.byEvent(() => ''), UB: '2026-06-20-09-30-00' } };
  expect(hasStarted(fetched(early), GUN_MS - 30 * MINUTE_MS)).toBe(true);
});
