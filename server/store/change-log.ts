import type { Change, ChangeOp } from '#shared/wire/change-feed.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Parses a published or kept change; undefined for anything else. The follower finds operations that are none. */
export function parseChange(text: string): Change | undefined {
  const { epoch, version, ops } = parseJsonObject(text) ?? {};
  const isChange = typeof epoch === 'string' && Number.isSafeInteger(version) && Array.isArray(ops);
  return isChange ? { epoch, version: version as number, ops: ops as ChangeOp[] } : undefined;
}

/**
 * The changes after `version` up to `until`, in order; undefined when some of them are no longer kept.
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
    return change?.version === version + 1 + index ? change : [];
  });
  return changes.length === versions.length ? changes : undefined;
}
