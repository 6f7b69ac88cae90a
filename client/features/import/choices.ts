import type { ImportColumn, ImportMapping } from '#shared/wire/import-api.ts';

/** The fault in the typed number; true when there is none. Digits may be grouped: `1,203`. */
export function checkTyped(typed: string, count: number): string | true {
  const number = typed.replaceAll(/[\s.,’']/g, '');
  return number === String(count) || `Type ${count} to continue.`;
}

/** The part of a mapping that a question is about, with the header or the value in question. */
export type Asked =
  | readonly ['encoding' | 'allEvent' | 'otherCategories' | 'dateOrder']
  | readonly ['columns' | 'events' | 'categories', about: string];

export function answerTo(mapping: ImportMapping, [part, about]: Asked): string | undefined {
  const answers = mapping[part];
  if (about === undefined || typeof answers !== 'object') return answers as string | undefined;
  // A header may have the name of something that every object has.
  return Object.hasOwn(answers, about) ? answers[about] : undefined;
}

/** The mapping with an answer, or without one. */
export function withAnswer(
  mapping: ImportMapping,
  [part, about]: Asked,
  answer: string | undefined,
): ImportMapping {
  const answers = about === undefined ? answer : { ...(mapping[part] as object), [about]: answer };
  // Leaves out what is undefined.
  return JSON.parse(JSON.stringify({ ...mapping, [part]: answers })) as ImportMapping;
}

/** The choices made for a file, and its headers. */
export interface Choices {
  readonly mapping: ImportMapping;
  readonly headers: readonly string[];
  /** They were made for an earlier file. */
  readonly areKept: boolean;
}

export const NO_CHOICES: Choices = { mapping: {}, headers: [], areKept: false };

export function headersOf(columns: readonly ImportColumn[]): readonly string[] {
  return columns.map(({ header }) => header);
}

/** The choices for the next file: all if it has the same columns, since it is mostly the same file corrected. */
export function keepChoices(choices: Choices, columns: readonly ImportColumn[]): Choices {
  const isSameForm = JSON.stringify(headersOf(columns)) === JSON.stringify(choices.headers);
  return isSameForm && columns.length > 0 ? { ...choices, areKept: true } : NO_CHOICES;
}

/** The choices as sent: an event for all is only for a file without a column that is the event. */
export function toMapping({ mapping }: Choices): ImportMapping {
  const { allEvent: _all, ...others } = mapping;
  return Object.values(mapping.columns ?? {}).includes('event') ? others : mapping;
}
