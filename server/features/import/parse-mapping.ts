import * as z from 'zod';

import { checkInput } from '#server/web/request-input.ts';
import type { Courses } from '#shared/model/courses.ts';
import { isPlainObject, parseJson } from '#shared/model/json-object.ts';
import { cleanText, spellingKey } from '#shared/model/text-rules.ts';
import { BYTE_ENCODINGS, DATE_ORDERS, IMPORT_FIELDS } from '#shared/wire/import-api.ts';

const SENTENCE =
  'The mapping does not fit this race. Choose again what the columns and values mean.';

/** An organiser's choices about a file: columns by header, events and categories by spelling key. */
export type ReadingMap = z.infer<ReturnType<typeof createSchema>>;

export const NO_MAPPING: ReadingMap = {
  columns: new Map(),
  events: new Map(),
  categories: new Map(),
};

/** Parses the field `mapping` of an upload. @throws {Refusal} */
export function getMapping(text: unknown, courses: Courses): ReadingMap {
  if (text === undefined) return NO_MAPPING;
  const given = typeof text === 'string' ? parseJson(text) : undefined;
  return checkInput({ schema: createSchema(courses), sentence: SENTENCE }, given);
}

function createSchema({ events, categories }: Courses) {
  return z.strictObject({
    encoding: z.enum(BYTE_ENCODINGS).optional(),
    columns: mapOf(z.enum([...IMPORT_FIELDS, '']), cleanText),
    events: mapOf(z.enum(events), spellingKey),
    categories: mapOf(z.enum([...categories, '']), spellingKey),
    dateOrder: z.enum(DATE_ORDERS).optional(),
  });
}

/** A map, since headers and values of a file can be any key, even `__proto__`. */
function mapOf<Meaning extends string>(
  meaning: z.ZodType<Meaning>,
  keyOf: (key: string) => string,
) {
  return z
    .custom<object>(isPlainObject)
    .transform((given) => Object.entries(given).map(([key, value]) => [keyOf(key), value]))
    .pipe(z.array(z.tuple([z.string(), meaning])))
    .transform((entries): ReadonlyMap<string, Meaning> => new Map(entries))
    .prefault({});
}
