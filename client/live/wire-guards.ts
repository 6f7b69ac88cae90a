import { coursesOf } from '#shared/model/courses.ts';
import { SEXES } from '#shared/model/race-setup.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { readSetup } from '#shared/model/setup-text.ts';
import { PICTURE_NAMES, type PictureVersions } from '#shared/model/picture.ts';
import { DEFAULT_CONFIG, findSettings } from '#shared/model/race-config.ts';
import {
  CHECKPOINT_FIELDS,
  type EventTotals,
  KOM_FIELDS,
  RUNNER_STATUSES,
  type Starter,
  type UnrankedResult,
} from '#shared/model/result.ts';
import { PUBLIC_SETTINGS, SETTING_NAMES, type SettingName } from '#shared/model/settings.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { OrganisersConfigBody } from '#shared/wire/config-api.ts';
import type { ConfigBody, Head, StartListBody } from '#shared/wire/http-api.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import type { Hello, ResultPatch, ResultsDelta, ResumeReply } from '#shared/wire/socket-events.ts';

import { unpackResults } from '#shared/wire/compact-results.ts';

import { logOnce } from './log-once.ts';

type Fields = Readonly<Record<string, unknown>>;

const STARTER_TEXTS = ['firstName', 'lastName', 'runClub', 'ageGroup', 'bibNumber'] as const;
const TEXT_FIELDS = [...STARTER_TEXTS, 'totalTime', ...KOM_FIELDS, ...CHECKPOINT_FIELDS] as const;
const WHOLE_RESULT = [...TEXT_FIELDS, 'events', 'status', 'totalMs', 'splitsMs', 'komsMs'] as const;

/** The part of GET /api or GET /api/compact that the page uses; places are worked out on the spot. */
export interface Snapshot extends Head {
  /** When the server put it together. */
  readonly madeMs: EpochMs;
  /** What race the rows are of, as the setting says it. */
  readonly setup: string;
  readonly results: readonly UnrankedResult[];
  readonly totals: EventTotals;
}

/** Reads GET /api. Rows of the wrong shape are left out and noted; undefined when the rest does not fit. */
export function parseSnapshot(value: unknown): Snapshot | undefined {
  const frame = readFrame(value);
  const runners = isPlainObject(value) ? value['runners'] : undefined;
  if (!frame || !isPlainObject(runners) || !Array.isArray(runners['data'])) return undefined;
  const { slots, climbs } = coursesOf(frame);
  const fits = ({ splitsMs, komsMs }: UnrankedResult): boolean =>
    splitsMs.length === slots.length && komsMs.length === climbs.length;
  const results: UnrankedResult[] = [];
  for (const row of runners['data']) {
    if (!isWholeResult(row) || !fits(row))
      logOnce('a row of /api has an unknown shape and is left out', row);
    // An instance of a release that does not tell of starts leaves them out (PROTOCOL.md PR36).
    else results.push(row.startedAtMs === undefined ? { ...row, startedAtMs: null } : row);
  }
  return { ...frame, results };
}

/** Reads GET /api/compact in the same way. */
export function parseCompactSnapshot(value: unknown): Snapshot | undefined {
  const frame = readFrame(value);
  if (!frame) return undefined;
  const { rows: packed } = value as Fields;
  const rows = unpackResults(packed, coursesOf(frame));
  if (!rows) return undefined;
  if (rows.leftOut > 0) logOnce('rows of /api/compact are unknown and left out', rows.leftOut);
  return { ...frame, results: rows.results };
}

/** What both forms have around the rows. */
export function readFrame(value: unknown): Omit<Snapshot, 'results'> | undefined {
  if (!isPlainObject(value) || !isHead(value) || !isTotals(value['totals'])) return undefined;
  const { totals, epoch, version } = value as Fields & Head & { totals: EventTotals };
  const { serverTime: madeMs, setup = '' } = value;
  // Absent for the usual race, and from an instance of an older release.
  const isRace = setup === '' || (isText(setup) && readSetup(setup) !== undefined);
  return isNumber(madeMs) && isRace ? { totals, epoch, version, madeMs, setup } : undefined;
}

/** Reads GET /config or a public `config` message; undefined when it does not fit. */
export function parseConfig(value: unknown): ConfigBody | undefined {
  const settings = parseSettings(value, PUBLIC_SETTINGS);
  if (!settings || !isPlainObject(value)) return settings;
  const { massStarts, pastRaces } = value;
  return {
    ...settings,
    ...(Array.isArray(massStarts) && { massStarts: massStarts.filter(isText) }),
    ...(isNumber(pastRaces) && { pastRaces }),
  };
}

/** Reads GET /webconfig or a `config` message for organisers; undefined when it does not fit. */
export function parseOrganisersConfig(value: unknown): OrganisersConfigBody | undefined {
  return parseSettings(value, SETTING_NAMES);
}

/** A setting that is absent is one that the instance does not know yet (RL1). */
function parseSettings(
  value: unknown,
  names: readonly SettingName[],
): OrganisersConfigBody | undefined {
  if (!isPlainObject(value)) return undefined;
  const { pictures, serverTime } = value;
  const { settings, unfit } = findSettings(value, names);
  if (unfit.length > 0 || !isPictures(pictures) || !isNumber(serverTime)) return undefined;
  return { ...DEFAULT_CONFIG, ...settings, pictures, serverTime };
}

/** Reads GET /starters. Entries of the wrong shape are left out and noted; undefined when the rest does not fit. */
export function parseStartList(value: unknown): StartListBody | undefined {
  if (!isPlainObject(value) || !isHead(value) || !Array.isArray(value['starters']))
    return undefined;
  const { epoch, version } = value;
  const starters = value['starters'].filter((entry): entry is Starter => {
    if (isStarter(entry)) return true;
    logOnce('an entry of /starters has an unknown shape and is left out', entry);
    return false;
  });
  return { epoch, version, starters };
}

/** Reads GET /api/runner/:id; undefined when it does not fit. */
export function parseRunner(value: unknown): RunnerBody | undefined {
  if (!isPlainObject(value) || !isHead(value) || !isNumber(value['serverTime'])) return undefined;
  const { runner } = value as { runner?: unknown };
  if (!isPlainObject(runner)) return undefined;
  const { kind, result, runs, expected, climbs, places, starter } = runner;
  const fits =
    kind === 'awaited'
      ? isStarter(starter)
      : kind === 'listed' &&
        isWholeResult(result) &&
        isArrayOf(runs, isRun) &&
        isArrayOf(expected, isPlainObject) &&
        isPlainObject(climbs) &&
        (places === undefined || isPlainObject(places));
  return fits ? (value as unknown as RunnerBody) : undefined;
}

function isRun(value: unknown): value is Fields {
  return (
    isPlainObject(value) &&
    isSpan(value['elapsedMs']) &&
    isNear(value['ahead']) &&
    isNear(value['behind'])
  );
}

function isNear(side: unknown): boolean {
  return (
    side === null || (isPlainObject(side) && isNumber(side['gapMs']) && isStarter(side['result']))
  );
}

export function isHello(value: unknown): value is Hello {
  return (
    isPlainObject(value) &&
    isHead(value) &&
    isNumber(value['protocol']) &&
    isNumber(value['serverTime'])
  );
}

export function isHead(value: unknown): value is Head {
  return isPlainObject(value) && isText(value['epoch']) && isNumber(value['version']);
}

/** A delta whose every patch fits: one that does not would leave the page apart from the server. */
export function isDelta(value: unknown): value is ResultsDelta {
  return (
    isPlainObject(value) &&
    isHead(value) &&
    isNumber(value['from']) &&
    isArrayOf(value['upsert'], isPatch) &&
    isArrayOf(value['remove'], isText) &&
    isTotals(value['totals']) &&
    isArrayOf(value['hidden'] ?? [], isText)
  );
}

export function isResumeReply(value: unknown): value is ResumeReply {
  if (!isPlainObject(value)) return false;
  return value['current'] === true || value['resync'] === true || isDelta(value['results']);
}

function isStarter(value: unknown): value is Starter {
  return (
    isPlainObject(value) &&
    isText(value['runnerId']) &&
    STARTER_TEXTS.every((field) => typeof value[field] === 'string') &&
    isText(value['events']) &&
    isSex(value['sex'] ?? null)
  );
}

function isSex(value: unknown): boolean {
  return value === null || SEXES.some((sex) => sex === value);
}

function isPictures(value: unknown): value is PictureVersions {
  return isPlainObject(value) && PICTURE_NAMES.every((name) => typeof value[name] === 'string');
}

function isPatch(value: unknown): value is ResultPatch {
  if (!isPlainObject(value) || !isText(value['runnerId'])) return false;
  const has = (field: string, fits: (part: unknown) => boolean): boolean =>
    value[field] === undefined || fits(value[field]);
  return (
    TEXT_FIELDS.every((field) => has(field, (part) => typeof part === 'string')) &&
    // An event that is not known here is dealt with where the row would be listed (PROTOCOL.md PR28).
    has('events', isText) &&
    has('status', (part) => RUNNER_STATUSES.some((status) => status === part)) &&
    has('totalMs', isSpan) &&
    has('startedAtMs', isSpan) &&
    has('sex', isSex) &&
    has('laps', isSpan) &&
    has('categoryMs', isSpan) &&
    has('splitsMs', (part) => isArrayOf(part, isSpan)) &&
    has('komsMs', (part) => isArrayOf(part, isSpan))
  );
}

function isWholeResult(value: unknown): value is UnrankedResult {
  return isPatch(value) && WHOLE_RESULT.every((field) => value[field] !== undefined);
}

function isTotals(value: unknown): value is EventTotals {
  return isPlainObject(value) && Object.values(value).every(isNumber);
}

function isSpan(value: unknown): value is number | null {
  return value === null || isNumber(value);
}

function isArrayOf<T>(value: unknown, fits: (part: unknown) => part is T): value is T[] {
  return Array.isArray(value) && value.every(fits);
}

/** A number that is one. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
