import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { decodeConfig } from '#server/store/codec.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { readGuns } from '#shared/scoring/own-start.ts';

/** The race's settings that a scanner needs. */
export interface RaceSettings {
  /** Undefined if it is not known. */
  readonly timeZone: string | undefined;
  /** The first gun of the race, if any. */
  readonly startMs: EpochMs | undefined;
  /** Those of the usual race if it is not known. */
  readonly points: readonly TimePoint[];
}

const TIMEOUT_MS = 2_000;

/** The fields of the config hash, each JSON. */
export type SettingsFields = Readonly<Record<string, string>>;

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
    return parseRaceSettings((seen ?? {}) as SettingsFields);
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

export function parseRaceSettings(fields: SettingsFields): RaceSettings {
  const { config, unreadable } = decodeConfig(fields);
  const hasZone = fields['timeZone'] !== undefined && !unreadable.includes('timeZone');
  const guns = Object.values(readGuns(config)).filter((gunMs) => gunMs !== undefined);
  return {
    timeZone: hasZone ? config.timeZone : undefined,
    startMs: guns.length > 0 ? Math.min(...guns) : undefined,
    points: coursesOf(config).points,
  };
}
