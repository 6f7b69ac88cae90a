import { randomUUID } from 'node:crypto';

import type { StoredScan } from '#shared/model/scan.ts';

import { encodeScan } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import { CHANGES_KEPT } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import claimUntimedReadLua from './scripts/claim-untimed-read.lua?raw';
import ingestScansLua from './scripts/ingest-scans.lua?raw';

const ingestScans = defineScript(ingestScansLua);
const claimUntimedRead = defineScript(claimUntimedReadLua);

/** Instances hear one publish within this time of each other; the same band twice within it is one read. */
const UNTIMED_WINDOW_MS = 2_000;

/**
 * Stores a read that a foreign scanner published, once however many instances
 * heard it. `isUntimed` says that its time is the hearing instance's own clock.
 * Returns whether this call stored it.
 */
export async function storePublishedScan(
  client: RedisClient,
  keys: RaceKeys,
  scan: StoredScan,
  isUntimed: boolean,
): Promise<boolean> {
  if (isUntimed) {
    const field = `${scan.source}|${scan.bandId}|${scan.points.join(',')}`;
    const claimed = await runScript(
      client,
      claimUntimedRead,
      [keys.sources],
      [field, String(scan.timeMs), String(UNTIMED_WINDOW_MS)],
    );
    if (claimed !== 1) return false;
  }
  const reply = await runScript(
    client,
    ingestScans,
    [keys.meta, keys.scans, keys.sources, keys.changes],
    [
      keys.changesChannel,
      String(CHANGES_KEPT),
      randomUUID(),
      '',
      '0',
      '0',
      scan.scanId,
      encodeScan(scan),
    ],
  );
  const [, , stored] = reply as [string, number, number];
  return stored === 1;
}
