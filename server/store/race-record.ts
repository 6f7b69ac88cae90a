import { type ControlEntry, keyOfEntry } from '#shared/model/control-entry.ts';
import type { Correction } from '#shared/model/correction.ts';
import type { Dismissal } from '#shared/model/dismissal.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { Result } from '#shared/model/outcome.ts';
import type { PictureName, PictureVersions } from '#shared/model/picture.ts';
import { overlaySettings, type RaceConfig } from '#shared/model/race-config.ts';
import type { Report } from '#shared/model/report.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { readChanges } from './change-log.ts';
import { decodeControlEntry, decodeCorrection, decodeReport } from './codec-of-decisions.ts';
import { decodeChip, decodeConfig, decodeDismissal, decodeRunner, decodeScan } from './codec.ts';
import { readValues } from './hash-steps.ts';
import type { RaceKeys, RecordPart } from './keys.ts';
import { readPictureVersions } from './picture-records.ts';
import { requireSchema } from './record-schema.ts';
import type { RedisClient } from './redis-connection.ts';
import { type Unreadable, UnreadableList } from './unreadable.ts';

/** Everything scoring needs, as of `head`. */
export interface RaceRecord {
  readonly head: Head;
  readonly config: RaceConfig;
  readonly runners: readonly Runner[];
  readonly scans: readonly StoredScan[];
  /** By the code of a chip. */
  readonly chips: ReadonlyMap<string, BandId>;
  readonly dismissals: readonly Dismissal[];
  readonly corrections: readonly Correction[];
  readonly reports: readonly Report[];
  readonly control: readonly ControlEntry[];
  readonly pictures: PictureVersions;
  /** The unreadable parts, which are left out. */
  readonly unreadable: Unreadable;
}

/** The head of the record. @throws {OtherSchemaError} */
export async function readHead(client: RedisClient, keys: RaceKeys): Promise<Head> {
  const [epoch, version, schema] = await client.hmGet(keys.meta, ['epoch', 'version', 'schema']);
  requireSchema(schema);
  const number = Number(version ?? 0);
  return { epoch: epoch ?? '', version: Number.isSafeInteger(number) ? number : 0 };
}

export async function readConfig(client: RedisClient, keys: RaceKeys): Promise<RaceConfig> {
  return decodeConfig(await client.hGetAll(keys.config)).config;
}

/**
 * Reads the whole record in steps, while others may go on writing, and applies the changes made meanwhile to bring it
 * to one version: so it is exactly the record of `head`. A record that is replaced meanwhile, or that outruns the kept
 * changes, is read again.
 */
export async function readRecord(client: RedisClient, keys: RaceKeys): Promise<RaceRecord> {
  for (;;) {
    const unreadable = new UnreadableList();
    const read = <T>(
      part: RecordPart,
      decode: (field: string, text: string) => Result<T, string>,
    ): Promise<Map<string, T>> =>
      readValues(client, keys[part], decode, (field, reason) =>
        unreadable.add(part, field, reason),
      );
    const before = await readHead(client, keys);
    const { config, ...settings } = decodeConfig(await client.hGetAll(keys.config));
    for (const name of settings.unreadable) {
      unreadable.add('config', name, 'cannot be read: the usual value holds');
    }
    const records = {
      runners: await read('runners', decodeRunner),
      scans: await read('scans', decodeScan),
      chips: await read('chips', decodeChip),
      dismissals: await read('dismissals', decodeDismissal),
      corrections: await read('corrections', decodeCorrection),
      reports: await read('reports', decodeReport),
      control: await read('control', decodeControlEntry),
    };
    const pictures = await readPictureVersions(client, keys, (field, reason) =>
      unreadable.add('assets', field, reason),
    );
    const head = await readHead(client, keys);
    const changes = await readChanges(client, keys, before.version, head.version);
    if (changes?.every((change) => change.epoch === before.epoch) && head.epoch === before.epoch) {
      return { ...bringUpTo(head, { config, ...records, pictures }, changes), unreadable };
    }
  }
}

interface Contents {
  readonly config: RaceConfig;
  readonly runners: Map<string, Runner>;
  readonly scans: Map<string, StoredScan>;
  readonly chips: Map<string, BandId>;
  readonly dismissals: Map<string, Dismissal>;
  readonly corrections: Map<string, Correction>;
  readonly reports: Map<string, Report>;
  readonly control: Map<string, ControlEntry>;
  readonly pictures: PictureVersions;
}

/** Changes carry absolute values, so one that was already read does no harm. */
function bringUpTo(
  head: Head,
  contents: Contents,
  changes: readonly Change[],
): Omit<RaceRecord, 'unreadable'> {
  const { runners, scans, chips, dismissals, corrections, reports, control } = contents;
  const pictures: Record<PictureName, string> = { ...contents.pictures };
  let { config } = contents;
  for (const op of changes.flatMap((change) => change.ops)) {
    switch (op.op) {
      case 'add-scan':
        // The scripts put the exact text of the record into the change.
        scans.set(op.scan.scanId, op.scan as StoredScan);
        break;
      case 'put-runner':
        runners.set(op.runner.runnerId, op.runner);
        for (const bandId of bandsOf(op.runner)) dismissals.delete(bandId);
        break;
      case 'delete-runner':
        runners.delete(op.runnerId);
        break;
      case 'put-config':
        config = overlaySettings(config, op.config);
        break;
      case 'put-asset':
        pictures[op.name] = op.version;
        break;
      case 'put-chips':
        for (const [code, bandId] of Object.entries(op.chips)) {
          if (bandId === null) chips.delete(code);
          else chips.set(code, bandId);
        }
        break;
      case 'put-dismissal':
        dismissals.set(op.dismissal.bandId, op.dismissal);
        break;
      case 'delete-dismissal':
        dismissals.delete(op.bandId);
        break;
      case 'put-correction':
        corrections.set(op.correction.correctionId, op.correction);
        break;
      case 'delete-correction':
        corrections.delete(op.correctionId);
        break;
      case 'put-report':
        reports.set(op.report.reportId, op.report);
        break;
      case 'delete-report':
        reports.delete(op.reportId);
        break;
      case 'put-control':
        control.set(keyOfEntry(op.entry), op.entry);
        break;
      case 'delete-control':
        control.delete(keyOfEntry(op));
        break;
      case 'accounts':
      case 'reload':
        break;
      default:
        op satisfies never;
    }
  }
  return {
    head,
    config,
    runners: [...runners.values()],
    scans: [...scans.values()],
    chips,
    dismissals: [...dismissals.values()],
    corrections: [...corrections.values()],
    reports: [...reports.values()],
    control: [...control.values()],
    pictures,
  };
}
