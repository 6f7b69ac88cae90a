import type { ControlEntry, Correction, Dismissal, Report } from '#shared/model/decisions.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { Result } from '#shared/model/outcome.ts';
import type { PictureName, PictureVersions, RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { Change, ChangeOp } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { decodeConfig } from './codec.ts';
import { readValues } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import { readPictureVersions } from './picture-records.ts';
import { requireSchema } from './record-schema.ts';
import { listWrites, type RecordName, RECORDS } from './records.ts';
import type { RedisClient } from './redis-connection.ts';
import { UnreadableLog } from './unreadable.ts';

/** All records of the race at the version of `head`. */
export interface RaceRecord {
  readonly head: Head;
  /** The version of the last change that was more than reads. */
  readonly edits: number;
  readonly config: RaceConfig;
  readonly runners: readonly Runner[];
  readonly scans: readonly StoredScan[];
  /** By the chip's code. */
  readonly chips: ReadonlyMap<string, BandId>;
  readonly dismissals: readonly Dismissal[];
  readonly corrections: readonly Correction[];
  readonly reports: readonly Report[];
  readonly control: readonly ControlEntry[];
  readonly pictures: PictureVersions;
}

/** The head of the record. @throws {OtherSchemaError} */
export async function readHead(client: RedisClient, keys: RaceKeys): Promise<Head> {
  const { epoch, version } = await readState(client, keys);
  return { epoch, version };
}

/** The head; `edits` is the version of the last change that was more than reads. @throws {OtherSchemaError} */
export async function readState(
  client: RedisClient,
  keys: RaceKeys,
): Promise<Head & { readonly edits: number }> {
  const fields = ['epoch', 'schema', 'version', 'edits'];
  const [epoch, schema, ...counts] = await client.hmGet(keys.meta, fields);
  requireSchema(schema);
  const [version = 0, edits = 0] = counts.map((text) => {
    const number = Number(text ?? 0);
    return Number.isSafeInteger(number) ? number : 0;
  });
  return { epoch: epoch ?? '', version, edits };
}

/** Parses a published or kept change; undefined if invalid. The follower detects invalid operations. */
export function parseChange(text: string): Change | undefined {
  const { epoch, version, ops } = parseJsonObject(text) ?? {};
  const isChange = typeof epoch === 'string' && Number.isSafeInteger(version) && Array.isArray(ops);
  return isChange ? { epoch, version: version as number, ops: ops as ChangeOp[] } : undefined;
}

/** The changes after `version` up to `until`, in order; undefined if some are no longer kept. */
export async function readChanges(
  client: RedisClient,
  keys: RaceKeys,
  version: number,
  until: number,
): Promise<Change[] | undefined> {
  const versions = Array.from({ length: until - version }, (_, i) => String(version + 1 + i));
  if (versions.length === 0) return [];
  const texts = await client.hmGet(keys.changes, versions);
  const changes = texts.flatMap((text, index) => {
    const change = text === null ? undefined : parseChange(text);
    return change?.version === version + 1 + index ? change : [];
  });
  return changes.length === versions.length ? changes : undefined;
}

export async function readConfig(client: RedisClient, keys: RaceKeys): Promise<RaceConfig> {
  return decodeConfig(await client.hGetAll(keys.config)).config;
}

/**
 * Reads the whole record in steps while others write, then applies the changes made during the reading, so that it is the
 * record of exactly `head`. If the record was replaced, or changes are no longer kept, it is read again. Unreadable records
 * are left out.
 */
export async function readRecord(
  client: RedisClient,
  keys: RaceKeys,
  unreadable = new UnreadableLog(),
): Promise<RaceRecord> {
  const read = <Name extends RecordName>(part: Name): Promise<Map<string, RecordOf<Name>>> => {
    unreadable.begin(part);
    return readValues<RecordOf<Name>>(
      client,
      keys[part],
      RECORDS[part] as Decode<Name>,
      (field, reason) => unreadable.add(part, field, reason),
    );
  };
  for (;;) {
    for (const hash of ['config', 'assets']) unreadable.begin(hash);
    const before = await readHead(client, keys);
    const { config: settings, unreadable: unset } = decodeConfig(await client.hGetAll(keys.config));
    for (const name of unset) {
      unreadable.add('config', name, 'cannot be read: it has its default');
    }
    const records: Records = {
      runners: await read('runners'),
      scans: await read('scans'),
      chips: await read('chips'),
      dismissals: await read('dismissals'),
      corrections: await read('corrections'),
      reports: await read('reports'),
      control: await read('control'),
      passes: await read('passes'),
    };
    const stored = await readPictureVersions(client, keys, (field, reason) =>
      unreadable.add('assets', field, reason),
    );
    const { edits, ...head } = await readState(client, keys);
    const changes = await readChanges(client, keys, before.version, head.version);
    if (!changes?.every(({ epoch }) => epoch === before.epoch) || head.epoch !== before.epoch) {
      continue;
    }
    bringUpTo(changes, records);
    let config = settings;
    const pictures: Record<PictureName, string> = { ...stored };
    for (const op of changes.flatMap(({ ops }) => ops)) {
      if (op.op === 'put-config') config = op.config;
      if (op.op === 'put-asset') pictures[op.name] = op.version;
    }
    const { runners, scans, chips, dismissals, corrections, reports, control, passes } = records;
    return {
      head,
      edits,
      config,
      runners: [...runners.values()],
      scans: [...scans.values()],
      chips,
      dismissals: [...dismissals.values()],
      corrections: [...corrections.values()],
      reports: [...reports.values()],
      control: [...control.values(), ...passes.values()],
      pictures,
    };
  }
}

type RecordOf<Name extends RecordName> =
  ReturnType<(typeof RECORDS)[Name]> extends Result<infer T, string> ? T : never;
type Decode<Name extends RecordName> = (
  field: string,
  text: string,
) => Result<RecordOf<Name>, string>;
type Records = { readonly [Name in RecordName]: Map<string, RecordOf<Name>> };

/** Changes contain whole records, so applying one already read does no harm. */
function bringUpTo(changes: readonly Change[], records: Records): void {
  for (const { part, field, value } of changes.flatMap(({ ops }) => ops).flatMap(listWrites)) {
    if (part === 'bands' || part === 'config' || part === 'taps') continue;
    const byField: Map<string, unknown> = records[part];
    if (value === undefined) byField.delete(field);
    else byField.set(field, value);
  }
}
