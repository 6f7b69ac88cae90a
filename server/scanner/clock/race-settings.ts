import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { parseJson, parseJsonObject } from '#shared/model/json-object.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { readSetup } from '#shared/model/race-setup.ts';
import { isTimePoint, type TimePoint } from '#shared/model/time-point.ts';
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

interface SettingsSource {
  readonly isConnected: boolean;
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly firstAttempt: Promise<void>;
  readSettings(): Promise<RaceSettings>;
}

/**
 * The race's settings, if Redis answers soon, since reading must not wait for it; else as last seen. They are kept in
 * the file, next to the journals: a scanner that starts without Redis reads clocks as before.
 */
export async function findRaceSettings(
  record: SettingsSource,
  path: string,
): Promise<RaceSettings> {
  const answer = await askSoon(record);
  if (!answer) return recall(path);
  if (answer.timeZone !== undefined) {
    await writeFile(`${path}.new`, JSON.stringify(answer));
    await rename(`${path}.new`, path);
  }
  return answer;
}

/** Unknown if none were seen, or if the file cannot be right. */
async function recall(path: string): Promise<RaceSettings> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const { timeZone, startMs, points } = parseJsonObject(text) ?? {};
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone)) return UNKNOWN;
  return {
    timeZone,
    startMs: typeof startMs === 'number' ? startMs : undefined,
    points: Array.isArray(points) ? points.filter(isTimePoint) : undefined,
  };
}

async function askSoon(record: SettingsSource): Promise<RaceSettings | undefined> {
  const timeout = delay(TIMEOUT_MS, undefined, { ref: false });
  await Promise.race([record.firstAttempt, timeout]);
  if (!record.isConnected) return undefined;
  return Promise.race([record.readSettings().catch(() => undefined), timeout]);
}

/**
 * Parses the fields `timeZone`, `raceStart`, `starts` and `setup` of the config hash, each JSON or missing. Missing or invalid
 * ones are undefined.
 */
export function parseRaceSettings(
  fields: Readonly<Record<'timeZone' | 'raceStart' | 'starts' | 'setup', string | null>>,
): RaceSettings {
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
