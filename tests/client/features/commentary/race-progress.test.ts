import { expect, test } from 'vitest';

import { listProgress } from '#client/features/commentary/race-progress.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { StartSettings } from '#shared/scoring/start-phase.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { listRaceClocks } from '#client/features/commentary/race-clocks.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { allEn } from '#shared/texts/en-screens.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const run = (runnerId: string, minutes: number[], totalMinutes?: number) =>
  buildResult({
    runnerId,
    startedAtMs: GUN_MS,
    splitsMs: [0, 1, 2, 3, 4, 5].map((slot) => (minutes[slot] ?? 0) * MINUTE_MS || null),
    ...(totalMinutes === undefined ? {} : { totalMs: totalMinutes * MINUTE_MS }),
  });

function track(config?: StartSettings) {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(
    [
      run('first', [30, 60, 90, 120], 150),
      run('second', [31, 61]),
      { ...run('third', [40]), status: 'dnf' as const },
    ],
    { BB: 0, PB: 5, UB: 0 },
  );
  const [race] = listProgress(standings, ['PB'], GUN_MS + 5 * 60 * MINUTE_MS, config);
  if (!race) throw new Error('The race is missing.');
  return race;
}

test('[ST11] runners without a read after a mass start count as on course, and are counted separately', () => {
  const config = buildConfig({ raceStart: '2026-06-20-10-00-00', timeZone: 'Europe/London' });
  const { onCourse, byGun, awaited } = track({ ...config, massStarts: ['PB'] });
  expect({ onCourse, byGun, awaited }).toEqual({ onCourse: 3, byGun: 2, awaited: 0 });
  expect(track({ ...config, massStarts: ['BB'] })).toMatchObject({ onCourse: 1, byGun: 0 });
});

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
