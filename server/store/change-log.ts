import type { Change } from '#shared/wire/change-feed.ts';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Reads a change as it is published and kept; undefined for anything else. */
export function parseChange(text: string): Change | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { epoch, version, ops } = (value ?? {}) as Partial<Record<keyof Change, unknown>>;
  const isChange = typeof epoch === 'string' && Number.isSafeInteger(version) && Array.isArray(ops);
  return isChange ? (value as Change) : undefined;
}

/**
 * The changes after `version` up to `until`, in order; undefined when some of
 * them are no longer kept or cannot be read.
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
  const changes = texts.flatMap((text) => (text === null ? [] : (parseChange(text) ?? [])));
  return changes.length === versions.length ? changes : undefined;
}
