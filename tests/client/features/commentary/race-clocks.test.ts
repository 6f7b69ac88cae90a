import { expect, test } from 'vitest';

import { listRaceClocks } from '#client/features/commentary/race-clocks.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { buildConfig } from '#tests/support/builders.ts';

/** 12:00 in Wales. */
const NOON_MS = Date.UTC(2026, 5, 20, 11);

function clocks(races: readonly EventCode[], given: Partial<RaceConfig>): string[] {
  const config = { ...buildConfig(), distances: 'Half,Full,Ultra', ...given };
  return listRaceClocks(races, config, NOON_MS, allEn).map(
    ({ label, text }) => `${label}: ${text}`,
  );
}
const startsAt = (starts: Partial<Record<EventCode, string>>): Partial<RaceConfig> => ({
  raceStart: '2026-06-20-10-00-00',
  starts: USUAL_COURSES.byEvent((event) => starts[event] ?? ''),
});

test('races with the same gun share a clock; one not started, closed or without a start has words', () => {
  expect(clocks(['BB', 'PB', 'UB'], startsAt({}))).toEqual(['Half, Full, Ultra: 2:00:00']);
  expect(clocks(['BB', 'PB'], startsAt({ BB: '2026-06-20-12-15-00' }))).toEqual([
    'Half: Starts in 15:00',
    'Full: 2:00:00',
  ]);
  const closedEvents = USUAL_COURSES.byEvent((event) => event === 'PB');
  expect(clocks(['BB', 'PB'], { ...startsAt({}), closedEvents })).toEqual([
    'Half: 2:00:00',
    'Full: The race is closed',
  ]);
  expect(clocks(['BB'], { raceStart: '' })).toEqual(['Half: Start time to be confirmed']);
});
