import { setTimeout as delay } from 'node:timers/promises';

import type { RaceSettings } from './race-zone.ts';

const PATIENCE_MS = 2_000;
const UNKNOWN: RaceSettings = { timeZone: undefined, startMs: undefined };

export interface SettingsSource {
  readonly isConnected: boolean;
  readSettings(): Promise<RaceSettings>;
}

/**
 * The race's settings, if Redis tells them soon: reading must not wait for a
 * Redis that is away.
 */
export async function findRaceSettings(
  record: SettingsSource,
  firstAttempt: Promise<void>,
): Promise<RaceSettings> {
  const patience = new AbortController();
  const timeout = delay(PATIENCE_MS, UNKNOWN, { signal: patience.signal }).catch(() => UNKNOWN);
  try {
    await Promise.race([firstAttempt, timeout]);
    if (!record.isConnected) return UNKNOWN;
    return await Promise.race([record.readSettings().catch(() => UNKNOWN), timeout]);
  } finally {
    patience.abort();
  }
}
