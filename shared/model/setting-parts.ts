import type { Courses } from './courses.ts';
import type { RaceConfig } from './race-config.ts';
import {
  findSetting,
  keysOf,
  type PerEventSetting,
  SETTING_NAMES,
  type SettingName,
  type StartSetting,
  type TextSetting,
} from './settings.ts';

/** A setting, or the value of a setting per event for one event: `starts.PB`. */
export type SettingPart = PartOf<SettingName>;
export type SettingValue = string | boolean;

type PartOf<Name extends SettingName> =
  | Exclude<Name, PerEventSetting>
  | `${Extract<Name, PerEventSetting>}.${string}`;
export type TextPart = PartOf<TextSetting>;
export type StartPart = PartOf<StartSetting>;

export function partsOf(courses: Courses): readonly SettingPart[] {
  return SETTING_NAMES.flatMap((name): readonly SettingPart[] => {
    const setting = findSetting(name);
    return setting.isPerEvent
      ? keysOf(setting, courses).map((key) => `${name as PerEventSetting}.${key}` as const)
      : [name as PartOf<Exclude<SettingName, PerEventSetting>>];
  });
}

/** The parts with a text field in the form. */
export function textPartsOf(courses: Courses): readonly TextPart[] {
  return partsOf(courses).filter((part): part is TextPart => {
    const { kind, isApart } = placeOf(part).setting;
    return kind !== 'flag' && !isApart;
  });
}

export function isStartPart(part: SettingPart): part is StartPart {
  return placeOf(part).setting.kind === 'start';
}

/** The setting of a part, and its event or wave, if any. */
export function placeOf(part: SettingPart) {
  const [name, event] = part.split('.') as [SettingName, string | undefined];
  return { name, event, setting: findSetting(name) };
}

/** The part of this name, if this race has it. */
export function findPart(name: string, courses: Courses): SettingPart | undefined {
  return partsOf(courses).find((part) => part === name);
}

export function valueOf(config: RaceConfig, part: SettingPart): SettingValue {
  const { name, event } = placeOf(part);
  const value = config[name];
  if (typeof value !== 'object') return value;
  return (event && value[event]) || placeOf(part).setting.initial;
}

export type SettingValues = ReadonlyMap<SettingPart, SettingValue>;

/** The body of PUT /webconfig. */
export type SettingChanges = {
  readonly [Name in SettingName]?: Name extends PerEventSetting
    ? Partial<RaceConfig[Name]>
    : RaceConfig[Name];
};

export function changesOf(values: SettingValues): SettingChanges {
  return assign({}, values);
}

export function withValues(config: RaceConfig, values: SettingValues): RaceConfig {
  return assign(config, values) as RaceConfig;
}

function assign(settings: SettingChanges, values: SettingValues): SettingChanges {
  const changed: Record<string, unknown> = { ...settings };
  for (const [part, value] of values) {
    const { name, event } = placeOf(part);
    changed[name] = event ? Object.assign({}, changed[name], { [event]: value }) : value;
  }
  return changed;
}

/**
 * Merges a value that two may have changed: unchanged by me it is theirs, unchanged by them mine, and equal changes do
 * not clash. `mine` is undefined if unreadable.
 */
export function mergeValue(
  was: SettingValue,
  mine: SettingValue | undefined,
  theirs: SettingValue,
): 'theirs' | 'mine' | 'clash' {
  if (mine === was) return 'theirs';
  return theirs === was || theirs === mine ? 'mine' : 'clash';
}
