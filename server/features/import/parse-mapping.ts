import * as z from 'zod';

import type { AgeGroup, EventCode } from '#shared/model/ids.ts';
import type { Courses } from '#shared/model/courses.ts';
import { isPlainObject, parseJson } from '#shared/model/json-object.ts';
import { cleanText, quoteGiven, spellingKey } from '#shared/model/text-rules.ts';
import {
  BYTE_ENCODINGS,
  type ByteEncoding,
  DATE_ORDERS,
  type DateOrder,
  IMPORT_FIELDS,
  type ImportField,
} from '#shared/wire/import-api.ts';

/** An organiser's choices about a file. */
export interface ReadingMap {
  readonly encoding: ByteEncoding | undefined;
  /** By header; empty for an ignored column. */
  readonly columns: ReadonlyMap<string, ImportField | ''>;
  /** By the spelling key of the value. */
  readonly events: ReadonlyMap<string, EventCode>;
  readonly allEvent: EventCode | undefined;
  /** By the spelling key of the value; empty for no category. */
  readonly categories: ReadonlyMap<string, AgeGroup>;
  readonly dateOrder: DateOrder | undefined;
}

export const NO_MAPPING: ReadingMap = {
  encoding: undefined,
  columns: new Map(),
  events: new Map(),
  allEvent: undefined,
  categories: new Map(),
  dateOrder: undefined,
};

/** A mapping that is invalid or doesn't fit its file. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
}

/** Parses the field `mapping` of an upload. @throws {MappingError} */
export function getMapping(text: unknown, courses: Courses): ReadingMap {
  if (text === undefined) return NO_MAPPING;
  const given = typeof text === 'string' ? parseJson(text) : undefined;
  const { data, error } = createSchema(courses).safeParse(given);
  if (data) return { ...NO_MAPPING, ...data };
  const [{ path, message } = { path: [], message: '' }] = error.issues;
  const where = path.length === 0 ? 'The mapping' : `The part ${path.join('.')} of the mapping`;
  throw new MappingError(`${where} is invalid. ${message}`);
}

function createSchema({ events, categories }: Courses) {
  const event = z.enum(events);
  return z.strictObject({
    encoding: z.enum(BYTE_ENCODINGS).optional(),
    columns: mapOf(z.enum([...IMPORT_FIELDS, '']), cleanText).default(NO_MAPPING.columns),
    events: mapOf(event, spellingKey).default(NO_MAPPING.events),
    allEvent: event.optional(),
    categories: mapOf(z.enum([...categories, '']), spellingKey).default(NO_MAPPING.categories),
    dateOrder: z.enum(DATE_ORDERS).optional(),
  });
}

/** A map, since headers and values of a file can be any key, even `__proto__`. */
function mapOf<Meaning extends string>(
  meaning: z.ZodType<Meaning>,
  keyOf: (key: string) => string,
): z.ZodType<ReadonlyMap<string, Meaning>> {
  return z.custom<object>(isPlainObject, 'It must be an object.').transform((given, context) => {
    const entries = Object.entries(given).map(([key, value]) => {
      const { data, error } = meaning.safeParse(value);
      if (error) context.addIssue(`${quoteGiven(key)}: ${error.issues[0]?.message}`);
      return [keyOf(key), data as Meaning] as const;
    });
    return new Map(entries);
  });
}
