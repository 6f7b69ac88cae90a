import { setTimeout as delay } from 'node:timers/promises';

import type { RaceSettings } from './race-settings.ts';
import type { RememberedSettings } from './remembered-settings.ts';

const PATIENCE_MS = 2_000;
const UNKNOWN: RaceSettings = { timeZone: undefined, startMs: undefined };

export interface SettingsSource {
  readonly isConnected: boolean;
  readSettings(): Promise<RaceSettings>;
}

/**
 * The race's settings, if Redis tells them soon, since reading must not wait
 * for a Redis that is away; else as they were last seen.
 */
export async function findRaceSettings(
  record: SettingsSource,
  firstAttempt: Promise<void>,
  remembered: RememberedSettings,
): Promise<RaceSettings> {
  const told = await askSoon(record, firstAttempt);
  if (!told) return (await remembered.recall()) ?? UNKNOWN;
  if (told.timeZone !== undefined) await remembered.remember(told);
  return told;
}

async function askSoon(
  record: SettingsSource,
  firstAttempt: Promise<void>,
): Promise<RaceSettings | undefined> {
  const patience = new AbortController();
  const timeout = delay(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  try {
    await Promise.race([firstAttempt, timeout]);
    if (!record.isConnected) return undefined;
    return await Promise.race([record.readSettings().catch(() => undefined), timeout]);
  } finally {
    patience.abort();
  }
}
