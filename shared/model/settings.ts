import { type Courses, USUAL_COURSES } from './courses.ts';

/** The moment a runner's time runs from: the gun for all, or their own start read. */
export const TIMINGS = ['gun', 'chip'] as const;
export type Timing = (typeof TIMINGS)[number];

/** How a setting is written. `read-setting.ts` has the parser of each kind. */
type Kind =
  | { readonly kind: 'line'; readonly maxLength: number }
  /** An address of the web, in which `{bib}` stands for a bib number; or empty. */
  | { readonly kind: 'link' }
  /** Names separated by commas. */
  | { readonly kind: 'names'; readonly most: number; readonly areDistinct?: true }
  /** `YYYY-MM-DD-HH-mm-ss` in `timeZone`, or empty. */
  | { readonly kind: 'start' | 'moment' }
  /** An IANA name. */
  | { readonly kind: 'zone' }
  /** `HH:MM:SS`. */
  | { readonly kind: 'span' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'flag' }
  /** A race as data (`race-setup.ts`) as JSON text; empty for the usual race. */
  | { readonly kind: 'document' };

export type Setting = Kind & {
  /** Its value until somebody sets it, and in a record or a message older than the setting. */
  readonly initial: string | boolean;
  /** Each event has a value of its own, a `start` each wave too: see {@link keysOf}. */
  readonly isPerEvent?: true;
  /** A change may change existing results, so the form asks before it saves. */
  readonly changesResults?: true;
  /** It is set in a dialog of its own, and has no field in the form. */
  readonly isApart?: true;
};

export const LONGEST_LINE = 200;
const USUAL_NAMES = USUAL_COURSES.setup.distances.map(({ name }) => name).join(',');

/**
 * The settings of a race: a row each, in the order in which people see them. Everything about all settings follows from
 * this table: their type, the record, what PUT /webconfig reads and merges, GET /config and what a page accepts of it,
 * the fields of the form, Changes, and the help of the commands.
 */
const SETTINGS = {
  pageTitle: { kind: 'line', maxLength: LONGEST_LINE, initial: 'Race results' },
  startText: { kind: 'line', maxLength: LONGEST_LINE, initial: '' },
  /** Where the photos of a runner are. */
  photos: { kind: 'link', initial: '' },
  /** A name for each event, in their order. Like the next two it follows from `setup` where there is one. */
  distances: {
    kind: 'names',
    most: USUAL_COURSES.events.length,
    // Entries name their event by it.
    areDistinct: true,
    initial: USUAL_NAMES,
  },
  /** Stage names, in the order of `Courses.namedPoints`. */
  wayPoints: { kind: 'names', most: USUAL_COURSES.namedPoints.length, initial: '' },
  KOMs: { kind: 'names', most: USUAL_COURSES.climbs.length, initial: '' },
  /** The race as data (RULES.md RD1). */
  setup: { kind: 'document', initial: '', changesResults: true, isApart: true },
  /** The gun for every event without one of its own. */
  raceStart: { kind: 'start', initial: '', changesResults: true },
  /** The zone of the starts. */
  timeZone: { kind: 'zone', initial: 'Europe/London', changesResults: true },
  /** The gun of an event; empty for one that starts with `raceStart`. */
  starts: { kind: 'start', isPerEvent: true, initial: '', changesResults: true },
  timing: { kind: 'choice', of: TIMINGS, initial: 'gun', changesResults: true },
  /** The earliest finish after the start. */
  earliestFinish: { kind: 'span', initial: '00:10:00', changesResults: true },
  /** Whether the race is over: runners who are still out become DNF. */
  closed: { kind: 'flag', initial: false, changesResults: true },
  /** The same for an event alone. */
  closedEvents: { kind: 'flag', isPerEvent: true, initial: false, changesResults: true },
  /** Since when the results are official; empty while they are provisional (RULES.md OF1). */
  officialAt: { kind: 'moment', initial: '', isApart: true },
  /** Who made them official, shown to everyone. */
  officialBy: { kind: 'line', maxLength: 60, initial: '', isApart: true },
  /** Until when a result may be protested against. */
  protestsUntil: { kind: 'moment', initial: '', isApart: true },
  /** The same three for an event alone, which take precedence over those of the whole race. */
  officialAtEvents: { kind: 'moment', isPerEvent: true, initial: '', isApart: true },
  officialByEvents: { kind: 'line', maxLength: 60, isPerEvent: true, initial: '', isApart: true },
  protestsUntilEvents: { kind: 'moment', isPerEvent: true, initial: '', isApart: true },
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

/** The keys of a setting per event: the events, for a start also the waves. */
export function keysOf({ kind }: Setting, courses: Courses): readonly string[] {
  return kind === 'start' ? courses.startKeys : courses.events;
}

export function findSetting(name: SettingName): Setting {
  return SETTINGS[name];
}
