import { randomUUID } from 'node:crypto';

import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import { parseBandOrChip } from '#shared/model/ids.ts';
import { parseInstant } from '#shared/model/instant.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { createScanId, type Scan, type StoredScan } from '#shared/model/scan.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { escapeText } from '#shared/model/text-rules.ts';
import { parseTimePoints } from '#shared/model/time-point.ts';

import { CHANGES_KEPT, type RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { withGuard } from './record-schema.ts';
import { runChange } from './run-script.ts';
import ingestScansLua from './scripts/ingest-scans.lua?raw';

const ingestScans = withGuard(ingestScansLua);

/** All instances receive a message within this time; untimed reads of a band within it count as one. */
const UNTIMED_WINDOW_MS = 2_000;

/**
 * Stores a read that another program published, once however many instances received it. The time of an untimed read is
 * when this instance received it. Returns whether this call stored it.
 */
export async function storePublishedScan(
  client: RedisClient,
  keys: RaceKeys,
  scan: StoredScan,
  isUntimed: boolean,
): Promise<boolean> {
  if (isUntimed) {
    const read = `${scan.source}|${scan.bandId}|${scan.points.join(',')}`;
    const claimed = await client.set(keys.untimedOf(read), '1', {
      condition: 'NX',
      expiration: { type: 'PX', value: UNTIMED_WINDOW_MS },
    });
    if (claimed === null) return false;
  }
  const reply = await runChange(
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
      JSON.stringify(scan),
    ],
  );
  const [, , stored] = reply as [string, number, number];
  return stored === 1;
}

/**
 * Stores reads that other programs publish (FEED.md CF12), at most once: a read is lost while no instance listens, or
 * while Redis refuses the write, which is logged.
 */
export function createPublishedReadHandler(
  store: { storePublishedScan(scan: StoredScan, isUntimed: boolean): Promise<boolean> },
  metrics: Metrics,
  logger: Logger,
): (payload: string) => void {
  return (payload) => {
    const receivedMs = Date.now();
    const parsed = parsePublishedRead(payload, receivedMs);
    if (!parsed.ok) {
      metrics.publishedReads.inc({ outcome: 'bad' });
      const dropped = { payload: payload.slice(0, 200), reason: parsed.error };
      logger.warn(dropped, 'Dropped a published read');
      return;
    }
    const { scan, isUntimed } = parsed.value;
    store.storePublishedScan({ ...scan, receivedMs }, isUntimed).then(
      (isStored) => metrics.publishedReads.inc({ outcome: isStored ? 'stored' : 'duplicate' }),
      (error: unknown) => {
        metrics.publishedReads.inc({ outcome: 'failed' });
        logger.error({ err: error, scan }, 'A published read may not be stored');
      },
    );
  };
}

/** The source of published reads. */
const PUBLISH_SOURCE = 'publish';

const LONGEST_PAYLOAD = 4_096;

interface PublishedRead {
  readonly scan: Scan;
  /** The message had no time: `timeMs` is now. */
  readonly isUntimed: boolean;
}

/**
 * Parses a message on `{RACE_KEY}:scans` (FEED.md CF12):
 * `{"bandID":"104","point":"finish","time":"2026-11-20T11:32:05.120Z"}`. The wristband number may be a JSON number, the
 * point `start,finish`; the time is ISO 8601 with a zone or epoch seconds or milliseconds, and may be missing. An error
 * is the reason in words, for the log.
 */
export function parsePublishedRead(payload: string, nowMs: EpochMs): Result<PublishedRead, string> {
  if (payload.length > LONGEST_PAYLOAD) {
    return err(`longer than ${LONGEST_PAYLOAD} characters`);
  }
  const message = parseJsonObject(payload);
  if (!message) return err('not a JSON object');
  const { bandID, point, time } = message;

  const bandId = parseBandOrChip(asText(bandID));
  if (bandId === undefined) {
    return err(`bandID must be a wristband number, but is ${shown(bandID)}`);
  }
  const points = typeof point === 'string' ? parseTimePoints(point) : undefined;
  if (!points) return err(`point must be such as finish or cp1, but is ${shown(point)}`);

  const isUntimed = time === undefined || time === null || time === '';
  const timeMs = isUntimed ? nowMs : parseInstant(asText(time));
  if (timeMs === undefined) {
    return err(`time must be such as 2026-11-20T11:32:05.120Z, but is ${shown(time)}`);
  }
  const scan = { bandId, points, timeMs, source: PUBLISH_SOURCE };
  return ok({ scan: { scanId: createScanId(scan), ...scan }, isUntimed });
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : escapeText(JSON.stringify(value).slice(0, 60));
}
