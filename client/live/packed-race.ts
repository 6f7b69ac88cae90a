import { coursesOf } from '#shared/model/courses.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { type CompactResults, packResults, unpackResults } from '#shared/wire/compact-results.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

import type { Snapshot } from './wire-guards.ts';

/** Raised whenever an older entry, the settings in it too, would be misread. */
const SHAPE = 4;
/** After this the next visit starts afresh: it will be for another race. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** About as many bytes: the entry of a race is never larger. */
const MAX_LENGTH = 8_000_000;

/** The race as it stood at the end of a visit. */
export interface KeptRace extends Snapshot {
  readonly config: ConfigBody;
  /** When the server was last heard, by the clock of this device. */
  readonly heardMs: EpochMs;
}

/** The cached form: the rows as columns in one text, which a browser copies at once, unlike objects. */
export interface KeptEntry extends Omit<KeptRace, 'results'> {
  readonly shape: number;
  readonly rows: string;
}

/** Packs a race; undefined when it is larger than the limit. */
export function packRace({ results, ...rest }: KeptRace): KeptEntry | undefined {
  const rows = JSON.stringify(packResults(results, coursesOf(rest)));
  return rows.length > MAX_LENGTH ? undefined : { ...rest, shape: SHAPE, rows };
}

/** Unpacks an entry; undefined for none, and for one that is too old or of another shape. */
export function unpackRace(entry: unknown, nowMs: EpochMs): KeptRace | undefined {
  const { shape, rows, ...rest } = (entry ?? {}) as Partial<KeptEntry> & Omit<KeptRace, 'results'>;
  if (shape !== SHAPE || rows === undefined || nowMs - rest.heardMs > MAX_AGE_MS) return undefined;
  const results = unpackResults(JSON.parse(rows) as CompactResults, coursesOf(rest));
  return { ...rest, results, heardMs: Math.min(rest.heardMs, nowMs) };
}
