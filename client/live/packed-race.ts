import { coursesOf } from '#shared/model/courses.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { type CompactResults, packResults, unpackResults } from '#shared/wire/compact-results.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

import type { Snapshot } from './wire-guards.ts';

/** Increased with each change of an entry, including its settings, that older code would misread. */
const SHAPE = 4;
/** An older entry is ignored: the next visit will be for another race. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** In characters, nearly all of one byte: larger races are not cached. */
const MAX_LENGTH = 8_000_000;

/** The race at the end of a visit. */
export interface CachedRace extends Snapshot {
  readonly config: ConfigBody;
  /** When data last arrived from the server, by this device's clock. */
  readonly heardMs: EpochMs;
}

/** The stored form: the rows as columns in one text, which a browser copies at once, unlike objects. */
export interface PackedRace extends Omit<CachedRace, 'results'> {
  readonly shape: number;
  readonly rows: string;
}

/** Undefined for a race that is too large. */
export function packRace({ results, ...rest }: CachedRace): PackedRace | undefined {
  const rows = JSON.stringify(packResults(results, coursesOf(rest)));
  return rows.length > MAX_LENGTH ? undefined : { ...rest, shape: SHAPE, rows };
}

/** Undefined without an entry, and for one that is too old or of another shape. */
export function unpackRace(entry: unknown, nowMs: EpochMs): CachedRace | undefined {
  const { shape, rows, ...rest } = (entry ?? {}) as Partial<PackedRace> &
    Omit<CachedRace, 'results'>;
  if (shape !== SHAPE || rows === undefined || nowMs - rest.heardMs > MAX_AGE_MS) return undefined;
  const results = unpackResults(JSON.parse(rows) as CompactResults, coursesOf(rest));
  return { ...rest, results, heardMs: Math.min(rest.heardMs, nowMs) };
}
