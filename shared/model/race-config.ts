import { type Courses, coursesOf, USUAL_COURSES } from './courses.ts';
import type { EventCode } from './ids.ts';
import { isPlainObject } from './json-object.ts';
import { readSetup } from './race-setup.ts';
import {
  findSetting,
  keysOf,
  type PerEventSetting,
  type Setting,
  SETTING_NAMES,
  type SettingName,
  type Settings,
} from './settings.ts';
import { isTimeZone } from './wall-clock.ts';

type ValueOf<Row> = Row extends { readonly kind: 'flag' }
  ? boolean
  : Row extends { readonly kind: 'choice'; readonly of: readonly (infer Choice)[] }
    ? Choice
    : string;

export type RaceConfig = {
  readonly [Name in SettingName]: Name extends PerEventSetting
    ? Readonly<Record<EventCode, ValueOf<Settings[Name]>>>
    : ValueOf<Settings[Name]>;
};

export const DEFAULT_CONFIG = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, initialOf(findSetting(name), USUAL_COURSES)]),
) as RaceConfig;

/** Extracts the usable settings of a record, which were validated when saved, and names the others. */
export function findSettings(given: Readonly<Record<string, unknown>>): {
  readonly settings: Partial<RaceConfig>;
  readonly unfit: readonly SettingName[];
} {
  const present = SETTING_NAMES.filter((name) => given[name] !== undefined);
  const fit = present.filter((name) => isFit(findSetting(name), given[name]));
  const { setup = '' } = given;
  const courses = coursesOf({ setup: fit.includes('setup') ? String(setup) : '' });
  const settings = Object.fromEntries(
    fit.map((name) => [name, complete(name, given[name], courses)]),
  );
  return { settings, unfit: present.filter((name) => !fit.includes(name)) };
}

/** Whether the race is over for a distance (RULES.md OV4). */
export function isClosedFor(
  event: EventCode,
  { closed, closedEvents }: Pick<RaceConfig, 'closed' | 'closedEvents'>,
): boolean {
  return closed || closedEvents[event] === true;
}

/**
 * The state of results (RULES.md OF1): `open` until the race is closed, then `provisional` until an organiser makes them
 * `official`.
 */
export type ResultsState = 'open' | 'provisional' | 'official';

/** The joint state of these events. */
export function findResultsState(
  events: readonly EventCode[],
  config: Pick<RaceConfig, 'closed' | 'closedEvents' | 'officialAt'>,
): ResultsState {
  if (!events.every((event) => isClosedFor(event, config))) return 'open';
  return config.officialAt === '' ? 'provisional' : 'official';
}

/** Splits a comma-separated setting into trimmed names. */
export function splitNames(list: string): string[] {
  return list.trim() === '' ? [] : list.split(',').map((name) => name.trim());
}

function initialOf(setting: Setting, courses: Courses): unknown {
  const { isPerEvent, initial } = setting;
  if (!isPerEvent) return initial;
  return Object.fromEntries(keysOf(setting, courses).map((key) => [key, initial]));
}

function isFit(setting: Setting, value: unknown): boolean {
  if (!setting.isPerEvent) return isFitAlone(setting, value);
  return (
    isPlainObject(value) &&
    Object.values(value).every((own) => own === undefined || isFitAlone(setting, own))
  );
}

function isFitAlone(setting: Setting, value: unknown): boolean {
  if (setting.kind === 'choice') return setting.of.some((choice) => choice === value);
  if (typeof value !== typeof setting.initial) return false;
  if (setting.kind === 'zone') return isTimeZone(String(value));
  if (setting.kind !== 'document' || value === '') return true;
  return readSetup(String(value)) !== undefined;
}

function complete(name: SettingName, value: unknown, courses: Courses): unknown {
  const setting = findSetting(name);
  return setting.isPerEvent && isPlainObject(value)
    ? Object.assign({}, initialOf(setting, courses), value)
    : value;
}

/** The two pictures that an organiser can replace. */
export const PICTURE_NAMES = ['logo', 'background'] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

/** The version of each uploaded picture; empty for the default. */
export type PictureVersions = Readonly<Record<PictureName, string>>;

export const DEFAULT_PICTURES: PictureVersions = { logo: '', background: '' };

/** Adds the size of a picture to its version, so that a page can reserve room before loading it. */
export function nameVersion(hash: string, size: { width: number; height: number }): string {
  return `${hash}-${size.width}x${size.height}`;
}

/** The ratio of width to height; undefined for a version without the size. */
export function findRatio(version: string): number | undefined {
  const [, width, height] = /-([1-9]\d{0,5})x([1-9]\d{0,5})$/.exec(version) ?? [];
  return width === undefined ? undefined : Number(width) / Number(height);
}
