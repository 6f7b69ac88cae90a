import { coursesOf } from '#shared/model/courses.ts';
import { err, type Result } from '#shared/model/outcome.ts';
import { readValue } from '#shared/model/read-setting.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  isStartPart,
  mergeValue,
  placeOf,
  type SettingValues,
  type TextPart,
  textPartsOf,
  valueOf,
} from '#shared/model/setting-parts.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import { parseTypedStart, showStart } from '#client/organisers/texts/start-text.ts';

/** The text of each field, as stored or as typed. */
export type SettingTexts = Readonly<Record<TextPart, string>>;

/** The typed texts, and the values they are based on. */
export interface FormTexts {
  readonly typed: SettingTexts;
  readonly base: SettingTexts;
}

export function textsBy(
  parts: readonly TextPart[],
  textOf: (part: TextPart) => string,
): SettingTexts {
  const entries = parts.map((part) => [part, textOf(part)] as const);
  return Object.fromEntries(entries) as Record<TextPart, string>;
}

export function partsIn(texts: SettingTexts): readonly TextPart[] {
  return Object.keys(texts) as TextPart[];
}

export function textsOf(config: RaceConfig): SettingTexts {
  return textsBy(textPartsOf(coursesOf(config)), (part) => String(valueOf(config, part)));
}

export function showValue(part: TextPart, value: string): string {
  return isStartPart(part) ? showStart(value) : value;
}

/** The typed text as it would be stored, or its fault. */
export function readTyped(part: TextPart, typed: string): Result<string, string> {
  const { setting } = placeOf(part);
  if (!isStartPart(part)) return readValue(setting, typed) as Result<string, string>;
  const text = typed.trim();
  const reading = readValue(setting, parseTypedStart(text) ?? text) as Result<string, string>;
  return reading.ok
    ? reading
    : err(`${quoteGiven(text)} is not a time such as 2026-06-20 10:00:00.`);
}

/** The value of the typed text; undefined while it is invalid. */
export function meaningOf({ typed, base }: FormTexts, part: TextPart): string | undefined {
  const [text, value] = [typed[part] ?? '', base[part] ?? ''];
  if (text === showValue(part, value)) return value;
  const reading = readTyped(part, text);
  return reading.ok ? reading.value : undefined;
}

/** The fields whose typed value differs from the stored one. */
export function listChanged(texts: FormTexts): readonly TextPart[] {
  return partsIn(texts.base).filter((part) => meaningOf(texts, part) !== texts.base[part]);
}

/** The changed fields that somebody else changed differently. */
export function listConflicts(texts: FormTexts, latest: SettingTexts): readonly TextPart[] {
  return partsIn(texts.base).filter((part) => {
    const [was = '', theirs = ''] = [texts.base[part], latest[part]];
    return mergeValue(was, meaningOf(texts, part), theirs) === 'clash';
  });
}

/** The typed values of some fields; invalid ones as typed, for the server to refuse. */
export function valuesTyped(texts: FormTexts, parts: readonly TextPart[]): SettingValues {
  return new Map(parts.map((part) => [part, meaningOf(texts, part) ?? texts.typed[part] ?? '']));
}
