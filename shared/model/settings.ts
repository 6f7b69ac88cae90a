import { type Courses, USUAL_COURSES } from './courses.ts';

/** The start of a runner's time: the gun, or their own start read. */
export const TIMINGS = ['gun', 'chip'] as const;
export type Timing = (typeof TIMINGS)[number];

/** The kinds of settings, parsed in `read-setting.ts`. */
type Kind =
  | { readonly kind: 'line'; readonly maxLength: number }
  /** A web address with `{bib}` for a bib number, or empty. */
  | { readonly kind: 'link' }
  /** Comma-separated. */
  | { readonly kind: 'names'; readonly most: number; readonly areDistinct?: true }
  /** `YYYY-MM-DD-HH-mm-ss` in `timeZone`, or empty. */
  | { readonly kind: 'start' | 'moment' }
  /** An IANA name. */
  | { readonly kind: 'zone' }
  /** `HH:MM:SS`. */
  | { readonly kind: 'span' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'flag' }
  /** A race as JSON text (`race-setup.ts`); empty for the usual race. */
  | { readonly kind: 'document' };

export type Setting = Kind & {
  /** The value until it is set. */
  readonly initial: string | boolean;
  /** Each event has its own value, for a `start` each wave too: see {@link keysOf}. */
  readonly isPerEvent?: true;
  /** A change may affect existing results, so the form asks for confirmation. */
  readonly changesResults?: true;
  /** Set in its own dialog, not in the form. */
  readonly isApart?: true;
};

export const LONGEST_LINE = 200;
const USUAL_NAMES = USUAL_COURSES.setup.distances.map(({ name }) => name).join(',');

/**
 * The settings of a race, in the order of the form. Their types, record, calls, form, changes and help are derived from
 * this table.
 */
const SETTINGS = {
  pageTitle: { kind: 'line', maxLength: LONGEST_LINE, initial: 'Race results' },
  startText: { kind: 'line', maxLength: LONGEST_LINE, initial: '' },
  /** The address of a runner's photos. */
  photos: { kind: 'link', initial: '' },
  /** A name for each event. Like the next two it follows from `setup`, if any. */
  distances: {
    kind: 'names',
    most: USUAL_COURSES.events.length,
    // Entries refer to events by name.
    areDistinct: true,
    initial: USUAL_NAMES,
  },
  /** In the order of `Courses.namedPoints`. */
  wayPoints: { kind: 'names', most: USUAL_COURSES.namedPoints.length, initial: '' },
  KOMs: { kind: 'names', most: USUAL_COURSES.climbs.length, initial: '' },
  setup: { kind: 'document', initial: '', changesResults: true, isApart: true },
  /** For events without their own. */
  raceStart: { kind: 'start', initial: '', changesResults: true },
  /** Of the starts. */
  timeZone: { kind: 'zone', initial: 'Europe/London', changesResults: true },
  /** Empty for `raceStart`. */
  starts: { kind: 'start', isPerEvent: true, initial: '', changesResults: true },
  timing: { kind: 'choice', of: TIMINGS, initial: 'gun', changesResults: true },
  /** From the start. */
  earliestFinish: { kind: 'span', initial: '00:10:00', changesResults: true },
  /** The race is over: runners still out are DNF. */
  closed: { kind: 'flag', initial: false, changesResults: true },
  closedEvents: { kind: 'flag', isPerEvent: true, initial: false, changesResults: true },
  /** Empty if provisional (RULES.md OF1). */
  officialAt: { kind: 'moment', initial: '', isApart: true },
  /** Shown to everyone. */
  officialBy: { kind: 'line', maxLength: 60, initial: '', isApart: true },
  /** The end of the time for protests. */
  protestsUntil: { kind: 'moment', initial: '', isApart: true },
} as const satisfies Readonly<Record<string, Setting>>;

export type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;
export type PerEventSetting = {
  [Name in SettingName]: Settings[Name] extends { readonly isPerEvent: true } ? Name : never;
}[SettingName];

export type TextSetting = {
  [Name in SettingName]: Settings[Name] extends
    | { readonly kind: 'flag' }
    | { readonly isApart: true }
    ? never
    : Name;
}[SettingName];
export type StartSetting = {
  [Name in SettingName]: Settings[Name] extends { readonly kind: 'start' } ? Name : never;
}[SettingName];

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The events, for a start also the waves. */
export function keysOf({ kind }: Setting, courses: Courses): readonly string[] {
  return kind === 'start' ? courses.startKeys : courses.events;
}

export function findSetting(name: SettingName): Setting {
  return SETTINGS[name];
}
