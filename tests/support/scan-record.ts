import { expect, onTestFinished } from 'vitest';

import { ScanRecord } from '#server/scanner/sending/scan-record.ts';

import { eventually } from './eventually.ts';
import { redisAt } from './redis-at.ts';

/** The connection of a scanner to a race, for the length of a test. */
export async function openScanRecord(url: string, raceKey: string): Promise<ScanRecord> {
  const quiet = { error: () => undefined, info: () => undefined };
  const record = new ScanRecord(redisAt(url), raceKey, quiet);
  onTestFinished(() => record.close());
  await eventually(() => expect(record.isConnected).toBe(true));
  return record;
}
