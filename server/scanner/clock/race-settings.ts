import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { parseJson, parseJsonObject } from '#shared/model/json-object.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { readSetup } from '#shared/model/race-setup.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { findStartMs, isTimeZone } from '#shared/model/wall-clock.ts';

/** The race's settings that a scanner needs, as far as known. */
export interface RaceSettings {
  readonly timeZone: string | undefined;
  /** The first gun of the race. */
  readonly startMs: EpochMs | undefined;
  readonly points: readonly TimePoint[] | undefined;
}

const TIMEOUT_MS = 2_000;
const UNKNOWN: RaceSettings = { timeZone: undefined, startMs: undefined, points: undefined };

/** Fields of the config hash, each JSON or missing. */
export const SETTINGS_READ = ['timeZone', 'raceStart', 'starts', 'setup'] as const;
export type SettingsFields = Readonly<Record<(typeof SETTINGS_READ)[number], string | null>>;

interface SettingsSource {
  readonly isConnected: boolean;
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly firstAttempt: Promise<void>;
  readSettings(): Promise<SettingsFields>;
}

/**
 * The race's settings if Redis answers soon, since reading must not wait for it; else the last ones, from a file next to
 * the journals, so that a scanner that starts without Redis reads clocks as before.
 */
export async function findRaceSettings(
  record: SettingsSource,
  path: string,
): Promise<RaceSettings> {
  const fields = await readSoon(record);
  if (!fields) {
    const seen = parseJsonObject(await readFile(path, 'utf8').catch(() => ''));
    return seen ? parseRaceSettings(seen as SettingsFields) : UNKNOWN;
  }
  const settings = parseRaceSettings(fields);
  if (settings.timeZone !== undefined) {
    await writeFile(`${path}.new`, JSON.stringify(fields));
    await rename(`${path}.new`, path);
  }
  return settings;
}

async function readSoon(record: SettingsSource): Promise<SettingsFields | undefined> {
  const timeout = delay(TIMEOUT_MS, undefined, { ref: false });
  await Promise.race([record.firstAttempt, timeout]);
  if (!record.isConnected) return undefined;
  return Promise.race([record.readSettings().catch(() => undefined), timeout]);
}

/** Missing or invalid settings are undefined. */
export function parseRaceSettings(fields: SettingsFields): RaceSettings {
  const zone = parseJson(fields.timeZone ?? '');
  const timeZone = typeof zone === 'string' && isTimeZone(zone) ? zone : undefined;
  const starts = parseJson(fields.starts ?? '');
  const written = [
    parseJson(fields.raceStart ?? ''),
    ...(typeof starts === 'object' && starts !== null ? Object.values(starts) : []),
  ];
  const startsMs = written.flatMap((text) => {
    if (typeof text !== 'string') return [];
    const startMs = findStartMs(text, timeZone ?? DEFAULT_CONFIG.timeZone);
    return startMs === undefined ? [] : [startMs];
  });
  const setup = parseJson(fields.setup ?? '""');
  return {
    timeZone,
    startMs: startsMs.length > 0 ? Math.min(...startsMs) : undefined,
    points:
      setup === '' ? USUAL_COURSES.points : readSetup(String(setup))?.points.map(({ id }) => id),
  };
}
