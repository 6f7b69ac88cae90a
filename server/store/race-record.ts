import type { PictureVersions } from '#shared/model/picture.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { decodeConfig, decodeRunner, decodeScan } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import { readPictureVersions } from './picture-records.ts';
import type { RedisClient } from './redis-connection.ts';

/** Everything scoring needs, as it stood at `head` or a little later. */
export interface RaceRecord {
  readonly head: Head;
  readonly config: RaceConfig;
  readonly runners: readonly Runner[];
  readonly scans: readonly StoredScan[];
  readonly pictures: PictureVersions;
}

/** How many fields one HSCAN step brings: enough to be quick, few enough to let others in. */
const SCAN_STEP = 2_000;

export async function readHead(client: RedisClient, keys: RaceKeys): Promise<Head> {
  const [epoch, version] = await client.hmGet(keys.meta, ['epoch', 'version']);
  return { epoch: epoch ?? '', version: Number(version ?? 0) };
}

export async function readConfig(client: RedisClient, keys: RaceKeys): Promise<RaceConfig> {
  return decodeConfig(await client.hGetAll(keys.config));
}

/**
 * Reads the whole record in steps, while others may go on writing. The head
 * comes first: what is read is at least that new, and since changes carry
 * absolute values, applying those after it again does no harm. A record that
 * is replaced meanwhile is read anew.
 */
export async function readRecord(client: RedisClient, keys: RaceKeys): Promise<RaceRecord> {
  for (;;) {
    const head = await readHead(client, keys);
    const record: RaceRecord = {
      head,
      config: await readConfig(client, keys),
      runners: await readValues(client, keys.runners, decodeRunner),
      scans: await readValues(client, keys.scans, decodeScan),
      pictures: await readPictureVersions(client, keys),
    };
    const after = await readHead(client, keys);
    if (after.epoch === head.epoch) return record;
  }
}

async function readValues<T>(
  client: RedisClient,
  key: string,
  decode: (text: string) => T,
): Promise<T[]> {
  const byField = new Map<string, T>();
  for await (const entries of client.hScanIterator(key, { COUNT: SCAN_STEP })) {
    for (const { field, value } of Array.isArray(entries) ? entries : [entries]) {
      byField.set(field, decode(value));
    }
  }
  return [...byField.values()];
}
