import { type Courses, coursesOf } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { type Steps, ROWS_PER_STEP } from '#shared/scoring/steps.ts';
import { packResults, unpackResults } from '#shared/wire/compact-results.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

import { inSlices } from './time-slices.ts';
import { type Snapshot, parseConfig, readFrame } from './wire-guards.ts';

/** Raised whenever an older entry would be misread. */
const SHAPE = 2;
/** After this the next visit starts afresh: it will be for another race. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** About as many bytes: the entry of a race is never larger. */
export const MAX_LENGTH = 8_000_000;

/** The race as it stood at the end of a visit. */
export interface KeptRace extends Snapshot {
  readonly config: ConfigBody;
  /** When the server was last heard, by the clock of this device. */
  readonly heardMs: EpochMs;
}

/** As it is in the cache: the rows as columns in texts, which a browser copies at once, unlike objects. */
export interface KeptEntry extends Omit<KeptRace, 'results'> {
  readonly shape: number;
  readonly rows: readonly string[];
}

/** Packs a race, a large one in many steps; undefined when it is larger than the limit. */
export function packRace(race: KeptRace): Promise<KeptEntry | undefined> {
  return inSlices(packInSteps(race));
}

function* packInSteps(race: KeptRace): Steps<KeptEntry | undefined> {
  const { results, ...rest } = race;
  const courses = coursesOf(race);
  const rows: string[] = [];
  let length = 0;
  for (let from = 0; from < results.length; from += ROWS_PER_STEP) {
    if (from > 0) yield;
    const text = JSON.stringify(packResults(results.slice(from, from + ROWS_PER_STEP), courses));
    length += text.length;
    if (length > MAX_LENGTH) return undefined;
    rows.push(text);
  }
  return { ...rest, shape: SHAPE, rows };
}

/** Unpacks an entry in the same way; undefined for one that is incomplete, too old or of another shape. */
export function unpackRace(entry: unknown, nowMs: EpochMs): Promise<KeptRace | undefined> {
  return inSlices(unpackInSteps(entry, nowMs));
}

function* unpackInSteps(entry: unknown, nowMs: EpochMs): Steps<KeptRace | undefined> {
  const { shape, rows, heardMs, config, ...rest } = (entry ?? {}) as Record<string, unknown>;
  if (shape !== SHAPE || !Array.isArray(rows) || typeof heardMs !== 'number') return undefined;
  const settings = parseConfig(config);
  const head = readFrame({ ...rest, serverTime: rest['madeMs'] });
  if (!settings || !head || nowMs - heardMs > MAX_AGE_MS) return undefined;
  const courses = coursesOf(head);
  const results: UnrankedResult[] = [];
  for (const [index, text] of rows.entries()) {
    if (index > 0) yield;
    const slice = readRows(text, courses);
    if (!slice) return undefined;
    for (const row of slice) results.push(row);
  }
  return { ...head, results, config: settings, heardMs: Math.min(heardMs, nowMs) };
}

function readRows(text: unknown, courses: Courses): UnrankedResult[] | undefined {
  try {
    const rows = unpackResults(JSON.parse(String(text)), courses);
    return rows?.leftOut === 0 ? rows.results : undefined;
  } catch {
    return undefined;
  }
}
