import { expect, onTestFinished } from 'vitest';

import { ScanRecord } from '#server/scanner/sending/scan-record.ts';

import { eventually } from './eventually.ts';
import { redisAt } from './redis-at.ts';

/** A scanner's connection to a race, closed with the test. */
export async function openScanRecord(url: string, raceKey: string): Promise<ScanRecord> {
  const quiet = { error: () => undefined, info: () => undefined };
  const record = new ScanRecord(redisAt(url), raceKey, quiet);
  onTestFinished(() => record.close());
  await eventually(() => expect(record.isConnected).toBe(true));
  return record;
}
