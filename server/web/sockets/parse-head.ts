import type { Head } from '#shared/wire/http-api.ts';

const MAX_EPOCH_LENGTH = 64;

/** Reads where a viewer says it stands; undefined for anything else. */
export function parseHead(value: unknown): Head | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { epoch, version } = value as Partial<Record<keyof Head, unknown>>;
  if (typeof epoch !== 'string' || epoch.length > MAX_EPOCH_LENGTH) return undefined;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0) {
    return undefined;
  }
  return { epoch, version };
}
