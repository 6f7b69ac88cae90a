import {
  readDistances,
  readKoms,
  readPageTitle,
  readSpan,
  readStart,
  readStartText,
  readTimeZone,
  readTiming,
  readWayPoints,
} from '#shared/model/config-fields.ts';
import type { ConfigFieldReader } from '#shared/model/config-fields.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { Result } from '#shared/model/outcome.ts';
import { err } from '#shared/model/outcome.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import { parseTypedStart, showStart } from './start-text.ts';

/** The fields of the form, in the order in which they stand. */
export const CONFIG_FIELDS = [
  'pageTitle',
  'startText',
  'distances',
  'wayPoints',
  'KOMs',
  'raceStart',
  'timeZone',
  'startBB',
  'startPB',
  'startUB',
  'timing',
  'earliestFinish',
] as const;
export type ConfigField = (typeof CONFIG_FIELDS)[number];

/** A text for each field: as the record keeps it (a value) or as it stands in the form (typed). */
export type ConfigTexts = Readonly<Record<ConfigField, string>>;

export const FIELD_LABELS: ConfigTexts = {
  pageTitle: 'Page Title',
  startText: 'Start text',
  distances: 'Distances',
  wayPoints: 'Waypoints',
  KOMs: 'KOMs',
  timeZone: 'Time zone',
  raceStart: 'Race start',
  startBB: 'Start of the first distance',
  startPB: 'Start of the second distance',
  startUB: 'Start of the third distance',
  timing: 'Timing',
  earliestFinish: 'Earliest finish',
};

/** The field in which the start of an event is entered. */
export const START_FIELDS = {
  BB: 'startBB',
  PB: 'startPB',
  UB: 'startUB',
} as const satisfies Record<EventCode, ConfigField>;
export type StartField = 'raceStart' | (typeof START_FIELDS)[EventCode];

const READERS: Readonly<Record<ConfigField, ConfigFieldReader<string>>> = {
  pageTitle: readPageTitle,
  startText: readStartText,
  distances: readDistances,
  wayPoints: readWayPoints,
  KOMs: readKoms,
  timeZone: readTimeZone,
  raceStart: readTypedStart,
  startBB: readTypedStart,
  startPB: readTypedStart,
  startUB: readTypedStart,
  timing: readTiming,
  earliestFinish: readSpan,
};

export function isStartField(field: ConfigField): field is StartField {
  return field === 'raceStart' || (field.startsWith('start') && field !== 'startText');
}

/** The settings, field by field, as the record keeps them. */
export function valuesOf(config: RaceConfig): ConfigTexts {
  const { pageTitle, startText, distances, wayPoints, KOMs, timeZone, raceStart } = config;
  const { starts, timing, earliestFinish } = config;
  return {
    pageTitle,
    startText,
    distances,
    wayPoints,
    KOMs,
    timeZone,
    raceStart,
    startBB: starts.BB,
    startPB: starts.PB,
    startUB: starts.UB,
    timing,
    earliestFinish,
  };
}

/** How a value stands in the form. */
export function showValue(field: ConfigField, value: string): string {
  return isStartField(field) ? showStart(value) : value;
}

/** What was typed, as the record would keep it, or why it cannot. */
export function readTyped(field: ConfigField, typed: string): Result<string, string> {
  return READERS[field](typed);
}

/** Whether saving what was typed would change `value`; what cannot be read would. */
export function isChanged(field: ConfigField, typed: string, value: string): boolean {
  if (typed === showValue(field, value)) return false;
  const reading = readTyped(field, typed);
  return !reading.ok || reading.value !== value;
}

function readTypedStart(given: unknown): Result<string, string> {
  const text = String(given).trim();
  const reading = readStart(parseTypedStart(text) ?? text);
  return reading.ok ? reading : err(`${quoteGiven(text)} is no time such as 2026-06-20 10:00:00.`);
}
