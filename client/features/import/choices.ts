import type { Courses } from '#shared/model/courses.ts';
import type { ImportMapping } from '#shared/wire/import-api.ts';

/** Whether this number was typed; its digits may be grouped: `1,203`. */
export function isTyped(text: string, count: number): boolean {
  return text.replaceAll(/[\s.,’']/g, '') === String(count);
}

/** The part of a mapping that a question is about, with the header or value if it has several. */
export type Topic =
  | readonly ['encoding' | 'dateOrder']
  | readonly ['columns' | 'events' | 'categories', about: string];

export function answerTo(mapping: ImportMapping, [part, about]: Topic): string | undefined {
  const answers = mapping[part];
  if (about === undefined || typeof answers !== 'object') return answers as string | undefined;
  // A header can be `constructor`.
  return Object.hasOwn(answers, about) ? answers[about] : undefined;
}

export function withAnswer(
  mapping: ImportMapping,
  [part, about]: Topic,
  answer: string | undefined,
): ImportMapping {
  const answers = about === undefined ? answer : { ...(mapping[part] as object), [about]: answer };
  // Drops undefined fields.
  return JSON.parse(JSON.stringify({ ...mapping, [part]: answers })) as ImportMapping;
}

/**
 * The choices that the race still offers, the same object if it offers all. Another organiser may have changed its
 * distances or categories since, and the server refuses a choice that it does not have.
 */
export function keepOffered(
  mapping: ImportMapping,
  { events, categories }: Pick<Courses, 'events' | 'categories'>,
): ImportMapping {
  const kept = JSON.stringify({
    ...mapping,
    events: mapping.events && keepAnswers(mapping.events, events),
    categories: mapping.categories && keepAnswers(mapping.categories, ['', ...categories]),
  });
  return kept === JSON.stringify(mapping) ? mapping : (JSON.parse(kept) as ImportMapping);
}

function keepAnswers(
  answers: Readonly<Record<string, string>>,
  offered: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(answers).filter(([, answer]) => offered.includes(answer)),
  );
}
