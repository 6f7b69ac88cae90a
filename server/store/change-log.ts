import { PICTURE_NAMES } from '#shared/model/race-config.ts';
import type { Change, ChangeOp } from '#shared/wire/change-feed.ts';
import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';

import { readControlEntry, readCorrection, readReport } from './codec-of-decisions.ts';
import { areSettings, readDismissal, readRunner, readScan } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Parses a published or kept change, whatever its operations are; undefined for anything else. */
export function parseChange(text: string): Change | undefined {
  const { epoch, version, ops } = parseJsonObject(text) ?? {};
  const isChange = typeof epoch === 'string' && Number.isSafeInteger(version) && Array.isArray(ops);
  return isChange ? { epoch, version: version as number, ops: ops as ChangeOp[] } : undefined;
}

/** Whether all of a change can be applied. */
export function isReadable({ ops }: Change): boolean {
  return ops.every(isReadableOp);
}

function isReadableOp(op: unknown): boolean {
  if (!isPlainObject(op)) return false;
  switch (op['op']) {
    case 'add-scan':
      return readScan(op['scan']).ok;
    case 'put-runner':
      return readRunner(op['runner']).ok;
    case 'delete-runner':
      return typeof op['runnerId'] === 'string';
    case 'put-dismissal':
      return readDismissal(op['dismissal']).ok;
    case 'delete-dismissal':
      return typeof op['bandId'] === 'string';
    case 'put-correction':
      return readCorrection(op['correction']).ok;
    case 'delete-correction':
      return typeof op['correctionId'] === 'string';
    case 'put-report':
      return readReport(op['report']).ok;
    case 'delete-report':
      return typeof op['runnerId'] === 'string' && typeof op['reportId'] === 'string';
    case 'put-control':
      return readControlEntry(op['entry']).ok;
    case 'delete-control':
      return typeof op['kind'] === 'string' && typeof op['subject'] === 'string';
    case 'put-config':
      return areSettings(op['config']);
    case 'put-asset':
      return PICTURE_NAMES.some((name) => name === op['name']) && typeof op['version'] === 'string';
    case 'put-chips':
    case 'accounts':
    case 'readers':
    case 'reload':
      return true;
    default:
      return false;
  }
}

/**
 * The changes after `version` up to `until`, in order; undefined when some of them are no longer kept or cannot be
 * read.
 */
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
    return change?.version === version + 1 + index && isReadable(change) ? change : [];
  });
  return changes.length === versions.length ? changes : undefined;
}
