import { isPlainObject } from '#shared/model/json-object.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventTotals, UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { type CompactResults, unpackResults } from '#shared/wire/compact-results.ts';
import type { ConfigBody, Head, StartListBody } from '#shared/wire/http-api.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import type { Hello, ResultsDelta, ResumeReply } from '#shared/wire/socket-events.ts';

/** The part of GET /api/compact that the page uses; it computes the places itself. */
export interface Snapshot extends Head {
  /** When the server made it. */
  readonly madeMs: EpochMs;
  /** The setting `setup` at that version. */
  readonly setup: string;
  readonly results: readonly UnrankedResult[];
  readonly totals: EventTotals;
}

/*
 * The page and its server are of one build, so these guards only detect bodies from elsewhere: an error page of a proxy,
 * the login page of a hotel's network, a stranger's message (PROTOCOL.md PR27).
 */

/** Parses GET /api/compact; undefined if malformed. */
export function parseSnapshot(value: unknown): Snapshot | undefined {
  if (!isHead(value)) return undefined;
  const { epoch, version, totals, serverTime, setup = '', rows } = value;
  if (!isPlainObject(totals) || !isNumber(serverTime) || !isPlainObject(rows)) return undefined;
  const frame = { epoch, version, totals: totals as EventTotals, madeMs: serverTime };
  const race = { setup: String(setup) };
  const results = unpackResults(rows as unknown as CompactResults, coursesOf(race));
  return { ...frame, ...race, results };
}

/** For GET /config, and the `config` messages to spectators and organisers. */
export function isConfig(value: unknown): value is ConfigBody {
  return isPlainObject(value) && isNumber(value['serverTime']) && isPlainObject(value['pictures']);
}

/** For GET /starters. */
export function isStartList(value: unknown): value is StartListBody {
  return isHead(value) && Array.isArray(value['starters']);
}

/** For GET /api/runner/:id. */
export function isRunner(value: unknown): value is RunnerBody {
  return isHead(value) && isPlainObject(value['runner']);
}

export function isHello(value: unknown): value is Hello {
  return isHead(value) && isNumber(value['serverTime']);
}

export function isHead(value: unknown): value is Head & Fields {
  return isPlainObject(value) && typeof value['epoch'] === 'string' && isNumber(value['version']);
}

export function isDelta(value: unknown): value is ResultsDelta {
  if (!isHead(value)) return false;
  const { from, upsert, remove, totals } = value;
  return isNumber(from) && Array.isArray(upsert) && Array.isArray(remove) && isPlainObject(totals);
}

export function isResumeReply(value: unknown): value is ResumeReply {
  if (!isPlainObject(value)) return false;
  return value['current'] === true || value['resync'] === true || isDelta(value['results']);
}

/** A guard for objects with these lists. */
export function hasLists<Body>(
  ...lists: readonly (keyof Body & string)[]
): (value: unknown) => value is Body {
  return (value): value is Body =>
    isPlainObject(value) && lists.every((list) => Array.isArray(value[list]));
}

/** A guard for bodies and messages with a head and these lists. */
export function isBodyOf<Body extends Head>(
  ...lists: readonly (keyof Body & string)[]
): (value: unknown) => value is Body {
  const hasAll = hasLists<Body>(...lists);
  return (value): value is Body => isHead(value) && hasAll(value);
}

type Fields = Readonly<Record<string, unknown>>;

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
