import {
  getMapping,
  MappingError,
  type ReadingMap,
} from '#server/features/import/parse-mapping.ts';
import { type Courses, USUAL_COURSES } from '#shared/model/courses.ts';

import { CommandError } from './command.ts';

/** The values of {@link MAPPING_OPTIONS}, those of columns, events and categories as `HEADER=FIELD` or `VALUE=MEANING`. */
export interface TypedMapping {
  readonly encoding?: string | undefined;
  readonly column?: readonly string[] | undefined;
  readonly event?: readonly string[] | undefined;
  readonly category?: readonly string[] | undefined;
  readonly 'all-event'?: string | undefined;
  readonly 'other-categories'?: string | undefined;
  readonly 'date-order'?: string | undefined;
}

/** The options of `race import` for reading a file. */
export const MAPPING_OPTIONS = {
  encoding: { type: 'string' },
  column: { type: 'string', multiple: true },
  event: { type: 'string', multiple: true },
  category: { type: 'string', multiple: true },
  'all-event': { type: 'string' },
  'other-categories': { type: 'string' },
  'date-order': { type: 'string' },
} as const;

/** The mapping that the import screen would send; throws a {@link CommandError} for an invalid one. */
export function readTypedMapping(typed: TypedMapping, courses: Courses): ReadingMap {
  const { encoding, column, event, category } = typed;
  const mapping = {
    encoding: encoding?.toLowerCase(),
    columns: column && readPairs('column', column),
    events: event && readPairs('event', event),
    categories: category && readPairs('category', category),
    allEvent: typed['all-event'],
    otherCategories: typed['other-categories'],
    dateOrder: typed['date-order'],
  };
  try {
    // JSON omits the missing options.
    return getMapping(JSON.stringify(mapping), courses);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}

function readPairs(option: string, pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      // A header or a value may contain `=`; its meaning does not.
      const at = pair.lastIndexOf('=');
      if (at === -1) {
        throw new CommandError(
          `--${option} needs two sides, such as --${option} "${EXAMPLES[option] ?? ''}".`,
        );
      }
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

const EXAMPLES: Readonly<Record<string, string>> = {
  column: 'Race number=bibNumber',
  event: `50K=${USUAL_COURSES.events.at(-1)}`,
  category: 'M45=M40',
};
