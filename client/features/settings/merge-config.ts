import type { Result } from '#shared/model/outcome.ts';

import type { ConfigField, ConfigTexts } from '#client/organisers/texts/config-texts.ts';
import { CONFIG_FIELDS, isChanged, readTyped } from '#client/organisers/texts/config-texts.ts';

/** A form at work: what is typed, and the values that it was typed over. */
export interface FormTexts {
  readonly typed: ConfigTexts;
  readonly base: ConfigTexts;
}

/** What a form becomes when it learns of newer settings. */
export interface Merge {
  readonly base: ConfigTexts;
  /** Fields nobody has touched here, which take the value of the newer settings. */
  readonly taken: readonly ConfigField[];
}

/**
 * Takes newer settings into a form. A field that is changed here stays as it
 * is typed, and keeps its base unless both came to the same; so does `held`,
 * the field with the cursor in it. All others follow.
 */
export function mergeLatest(
  { typed, base }: FormTexts,
  latest: ConfigTexts,
  held?: ConfigField,
): Merge {
  const news = CONFIG_FIELDS.filter((field) => latest[field] !== base[field]);
  const isUntouched = (field: ConfigField): boolean => !isChanged(field, typed[field], base[field]);
  const taken = news.filter((field) => field !== held && isUntouched(field));
  const agreed = news.filter((field) => isSame(readTyped(field, typed[field]), latest[field]));
  const moved = new Set<ConfigField>([...taken, ...agreed]);
  return { base: pick((field) => (moved.has(field) ? latest : base)[field]), taken };
}

/** The fields that are changed here and were changed differently by somebody else. */
export function listConflicts(
  { typed, base }: FormTexts,
  latest: ConfigTexts,
): readonly ConfigField[] {
  return CONFIG_FIELDS.filter(
    (field) =>
      latest[field] !== base[field] &&
      isChanged(field, typed[field], base[field]) &&
      !isSame(readTyped(field, typed[field]), latest[field]),
  );
}

/** The fields that are changed here. */
export function listChanged({ typed, base }: FormTexts): readonly ConfigField[] {
  return CONFIG_FIELDS.filter((field) => isChanged(field, typed[field], base[field]));
}

/** A text for each field. */
export function pick(textOf: (field: ConfigField) => string): ConfigTexts {
  const entries = CONFIG_FIELDS.map((field) => [field, textOf(field)] as const);
  return Object.fromEntries(entries) as Record<ConfigField, string>;
}

function isSame(reading: Result<string, string>, value: string): boolean {
  return reading.ok && reading.value === value;
}
