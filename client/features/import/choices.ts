import type { AgeGroup, EventCode } from '#shared/model/event.ts';
import type { ImportPreview } from '#shared/wire/import-api.ts';
import { headerKey } from '#shared/wire/header-key.ts';
import type {
  ByteEncoding,
  DateOrder,
  ImportMapping,
  OtherCategories,
} from '#shared/wire/import-mapping.ts';

/** The fault in the typed number; true when there is none. Digits may be grouped: `1,203`. */
export function checkTyped(typed: string, count: number): string | true {
  const number = typed.replaceAll(/[\s.,’']/g, '');
  return number === String(count) || `Type ${count} to continue.`;
}

type Columns = ImportPreview['columns'];

/**
 * The choices made for a file. The keyboard walks through the options of a select one by one, so a choice removes
 * nothing for good: the choices it displaces are derived again each time and come back when the selection moves on.
 */
export interface Choices {
  /** The encoding of the file; undefined to detect it. */
  readonly encoding: ByteEncoding | undefined;
  /** By header: the chosen field, empty for none. The latest choice is last. */
  readonly columns: ReadonlyMap<string, string>;
  /** By value of the column {@link eventsOf}. */
  readonly events: ReadonlyMap<string, EventCode>;
  readonly eventsOf: string | undefined;
  readonly allEvent: EventCode | undefined;
  /** By value of the column {@link categoriesOf}; empty for no category. */
  readonly categories: ReadonlyMap<string, AgeGroup>;
  readonly otherCategories: OtherCategories | undefined;
  readonly categoriesOf: string | undefined;
  /** Of the dates of birth in the column {@link datesOf}. */
  readonly dateOrder: DateOrder | undefined;
  readonly datesOf: string | undefined;
  /** The headers of the file they were made for. */
  readonly headers: readonly string[];
  /** They were made for an earlier file. */
  readonly areKept: boolean;
}

export const NO_CHOICES: Choices = {
  encoding: undefined,
  columns: new Map(),
  events: new Map(),
  eventsOf: undefined,
  allEvent: undefined,
  categories: new Map(),
  otherCategories: undefined,
  categoriesOf: undefined,
  dateOrder: undefined,
  datesOf: undefined,
  headers: [],
  areKept: false,
};

/** The choices as they apply to the file with these columns. */
export function settleChoices(choices: Choices, recognised: Columns): Choices {
  return { ...choices, headers: headersOf(recognised), areKept: false };
}

/**
 * The choices kept for the next file: all if it has the same columns, since it is mostly the same
 * file corrected, otherwise none.
 */
export function keepChoices(choices: Choices, recognised: Columns): Choices {
  const headers = headersOf(recognised);
  const isSameForm =
    headers.length === choices.headers.length &&
    headers.every((header, index) => header === choices.headers[index]);
  const isChosen = toMapping(recognised, choices) !== undefined;
  return isSameForm && isChosen ? { ...choices, areKept: true } : NO_CHOICES;
}

export function chooseColumn(choices: Choices, header: string, field: string): Choices {
  const others = [...choices.columns].filter(([other]) => other !== header);
  return { ...choices, columns: new Map([...others, [header, field]]) };
}

/** Sets the event that a value of the column `header` means; undefined removes the choice. */
export function chooseEvent(
  choices: Choices,
  header: string,
  [value, event]: readonly [value: string, event: EventCode | undefined],
): Choices {
  const events = new Map(choices.eventsOf === header ? choices.events : []);
  if (event === undefined) events.delete(value);
  else events.set(value, event);
  return { ...choices, events, eventsOf: header };
}

/** Sets the category that a value of the column `header` means; undefined removes the choice. */
export function chooseCategory(
  choices: Choices,
  header: string,
  [value, group]: readonly [value: string, group: AgeGroup | undefined],
): Choices {
  const isSame = choices.categoriesOf === header;
  const categories = new Map(isSame ? choices.categories : []);
  if (group === undefined) categories.delete(value);
  else categories.set(value, group);
  const otherCategories = isSame ? choices.otherCategories : undefined;
  return { ...choices, categories, otherCategories, categoriesOf: header };
}

/** Sets what happens to values of the column `header` that mean nothing here. */
export function chooseOtherCategories(
  choices: Choices,
  header: string,
  otherCategories: OtherCategories | undefined,
): Choices {
  const categories = choices.categoriesOf === header ? choices.categories : new Map<string, ''>();
  return { ...choices, categories, otherCategories, categoriesOf: header };
}

/**
 * The field of each header, empty for none. A field has one column: the last one chosen for it, which takes precedence
 * over a recognised one.
 */
export function fieldsOf(recognised: Columns, { columns }: Choices): ReadonlyMap<string, string> {
  const holders = new Map([...columns].map(([header, field]) => [field, header]));
  return new Map(
    recognised.map(({ header, field: known }) => {
      const field = columns.get(header) ?? known;
      const holder = holders.get(field);
      return [header, holder === undefined || holder === header ? field : ''];
    }),
  );
}

/** The header of the column that is read as the field; undefined without one. */
export function findHeader(
  fields: ReadonlyMap<string, string>,
  wanted: 'event' | 'ageGroup' | 'birthDate',
): string | undefined {
  return [...fields].find(([, field]) => field === wanted)?.[0];
}

/** The choices that the server has to know; undefined for a file that needs none. */
export function toMapping(recognised: Columns, choices: Choices): ImportMapping | undefined {
  const fields = fieldsOf(recognised, choices);
  const known = new Map(recognised.map(({ header, field }) => [header, field]));
  const columns = [...fields].filter(
    ([header, field]) => choices.columns.has(header) || field !== known.get(header),
  );
  const eventHeader = findHeader(fields, 'event');
  const events = eventHeader !== undefined && choices.eventsOf === eventHeader;
  const { encoding, allEvent, categories, otherCategories, categoriesOf, dateOrder } = choices;
  const hasDates = findHeader(fields, 'birthDate') === choices.datesOf;
  const groupHeader = findHeader(fields, 'ageGroup');
  const hasGroups = groupHeader !== undefined && categoriesOf === groupHeader;
  const mapping: ImportMapping = {
    ...(encoding === undefined ? {} : { encoding }),
    ...(columns.length > 0 ? { columns: Object.fromEntries(columns) } : {}),
    ...(events && choices.events.size > 0 ? { events: Object.fromEntries(choices.events) } : {}),
    ...(eventHeader === undefined && allEvent !== undefined ? { allEvent } : {}),
    ...(hasGroups && categories.size > 0 ? { categories: Object.fromEntries(categories) } : {}),
    ...(hasGroups && otherCategories !== undefined ? { otherCategories } : {}),
    ...(hasDates && dateOrder !== undefined ? { dateOrder } : {}),
  };
  return Object.keys(mapping).length > 0 ? mapping : undefined;
}

/** Whether an unused column occurs more than once, which the server refuses until somebody chooses. */
export function isOpenTwin(header: string, recognised: Columns, { columns }: Choices): boolean {
  const key = headerKey(header);
  if (key === '' || columns.has(header)) return false;
  const twins = recognised.filter(
    (other) => other.field === '' && !columns.has(other.header) && headerKey(other.header) === key,
  );
  return twins.length > 1;
}

function headersOf(recognised: Columns): readonly string[] {
  return recognised.map(({ header }) => header);
}
