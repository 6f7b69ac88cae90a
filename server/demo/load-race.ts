import type { NewRunner } from '#server/features/import/import-outcome.ts';
import { importRunners } from '#server/features/import/import-runners.ts';
import { saveConfig } from '#server/features/settings/save-config.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import { DEMO_COURSES, DEMO_EVENTS, DEMO_SETTINGS } from './course.ts';

/** The author of the demo's changes. */
const BY = 'demo';

type DemoSettings = typeof DEMO_SETTINGS & Pick<RaceConfig, 'startText' | 'raceStart' | 'starts'>;

/** The settings of the demo's race for a gun at `raceStartMs`. */
export function createDemoSettings(raceStartMs: EpochMs, speed: number): DemoSettings {
  return {
    ...DEMO_SETTINGS,
    startText:
      speed === 1 ? 'Invented runners' : `Invented runners, replayed at ${speed} times real time`,
    raceStart: write(raceStartMs),
    starts: DEMO_COURSES.byEvent((event) => write(raceStartMs + gunOf(event))),
  };
}

/** Imports the runners and saves the settings. */
export async function loadRace(
  store: RaceStore,
  runners: readonly NewRunner[],
  settings: Partial<RaceConfig>,
): Promise<void> {
  await importRunners(store, runners, { by: BY });
  await changeSettings(store, settings);
}

export async function changeSettings(
  store: RaceStore,
  settings: Partial<RaceConfig>,
): Promise<void> {
  const saved = await saveConfig({ store }, settings, BY);
  if (!saved.ok) {
    throw new Error(`The demo's settings cannot be saved: ${JSON.stringify(saved.error.errors)}`);
  }
}

/** The time of the gun of an event after that of the race. */
function gunOf(event: EventCode): DurationMs {
  return DEMO_EVENTS.find((demo) => demo.event === event)?.gunMs ?? 0;
}

function write(epochMs: EpochMs): string {
  return formatWallClock(epochMs, DEMO_SETTINGS.timeZone);
}
