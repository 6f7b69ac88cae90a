import { coursesOf } from '#shared/model/courses.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { type CompactResults, packResults, unpackResults } from '#shared/wire/compact-results.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

import type { Snapshot } from './wire-guards.ts';

/** Increased with each change of an entry, including its settings, that older code would misread. */
const SHAPE = 5;
/** An older entry is ignored: the next visit will be for another race. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;

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

export function packRace({ results, ...rest }: CachedRace): PackedRace {
  return { ...rest, shape: SHAPE, rows: JSON.stringify(packResults(results, coursesOf(rest))) };
}

/** Undefined without an entry, and for one that is too old or of another shape. */
export function unpackRace(entry: unknown, nowMs: EpochMs): CachedRace | undefined {
  const { shape, rows, ...rest } = (entry ?? {}) as Partial<PackedRace> &
    Omit<CachedRace, 'results'>;
  if (shape !== SHAPE || rows === undefined || nowMs - rest.heardMs > MAX_AGE_MS) return undefined;
  const results = unpackResults(JSON.parse(rows) as CompactResults, coursesOf(rest));
  return { ...rest, results, heardMs: Math.min(rest.heardMs, nowMs) };
}
