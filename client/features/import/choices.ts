import { headerKey, type ImportMapping, type ImportPreview } from '#shared/wire/import-api.ts';

/** The fault in the typed number; true when there is none. Digits may be grouped: `1,203`. */
export function checkTyped(typed: string, count: number): string | true {
  const number = typed.replaceAll(/[\s.,’']/g, '');
  return number === String(count) || `Type ${count} to continue.`;
}

type Columns = ImportPreview['columns'];

/** What a choice is about: the file, one of its columns, or a value of a column. */
export type Asked =
  | readonly ['encoding' | 'everyone']
  | readonly ['column' | 'dates' | 'rest', header: string]
  | readonly ['event' | 'category', header: string, value: string];

/**
 * The choices made for a file. The keyboard walks through the options of a select one by one, so a choice removes
 * nothing for good: the choices it displaces are derived again each time and come back when the selection moves on.
 */
export interface Choices {
  /** By what is asked, as JSON; the latest is last. */
  readonly answers: ReadonlyMap<string, string>;
  /** The headers of the file they were made for. */
  readonly headers: readonly string[];
  /** They were made for an earlier file. */
  readonly areKept: boolean;
}

export const NO_CHOICES: Choices = { answers: new Map(), headers: [], areKept: false };

export function choose(choices: Choices, asked: Asked, answer: string | undefined): Choices {
  const key = JSON.stringify(asked);
  const others = [...choices.answers].filter(([other]) => other !== key);
  const own = answer === undefined ? [] : [[key, answer] as const];
  return { ...choices, answers: new Map([...others, ...own]) };
}

export function answerTo({ answers }: Choices, asked: Asked): string | undefined {
  return answers.get(JSON.stringify(asked));
}

/** The answers about columns, or about the values of one. */
export function listAnswers(
  { answers }: Choices,
  kind: 'column' | 'event' | 'category',
  header?: string,
): readonly (readonly [about: string, answer: string])[] {
  return [...answers].flatMap(([key, answer]) => {
    const [each, of = '', value = of] = JSON.parse(key) as readonly string[];
    return each === kind && (kind === 'column' || of === header) ? [[value, answer] as const] : [];
  });
}

/** Binds the choices to a file with these columns. */
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

/**
 * The field of each header, empty for none. A field has one column: the last one chosen for it, which takes precedence
 * over a recognised one.
 */
export function fieldsOf(recognised: Columns, choices: Choices): ReadonlyMap<string, string> {
  const columns = new Map(listAnswers(choices, 'column'));
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

/** The choices in the form of the request; undefined if there are none. */
export function toMapping(recognised: Columns, choices: Choices): ImportMapping | undefined {
  const fields = fieldsOf(recognised, choices);
  const known = new Map(recognised.map(({ header, field }) => [header, field]));
  const columns = [...fields].filter(
    ([header, field]) =>
      answerTo(choices, ['column', header]) !== undefined || field !== known.get(header),
  );
  const event = findHeader(fields, 'event');
  const group = findHeader(fields, 'ageGroup');
  const dates = findHeader(fields, 'birthDate');
  const valuesOf = (kind: 'event' | 'category', header: string | undefined) =>
    Object.fromEntries(header === undefined ? [] : listAnswers(choices, kind, header));
  const mapping = {
    encoding: answerTo(choices, ['encoding']),
    columns: Object.fromEntries(columns),
    events: valuesOf('event', event),
    allEvent: event === undefined ? answerTo(choices, ['everyone']) : undefined,
    categories: valuesOf('category', group),
    otherCategories: group === undefined ? undefined : answerTo(choices, ['rest', group]),
    dateOrder: dates === undefined ? undefined : answerTo(choices, ['dates', dates]),
  };
  const said = Object.entries(mapping).filter(
    ([, part]) => part !== undefined && (typeof part === 'string' || Object.keys(part).length > 0),
  );
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

/** Whether an unused column occurs more than once, which the server refuses until somebody chooses. */
export function isOpenTwin(header: string, recognised: Columns, choices: Choices): boolean {
  const key = headerKey(header);
  const isChosen = (one: string): boolean => answerTo(choices, ['column', one]) !== undefined;
  if (key === '' || isChosen(header)) return false;
  const twins = recognised.filter(
    (other) => other.field === '' && !isChosen(other.header) && headerKey(other.header) === key,
  );
  return twins.length > 1;
}

function headersOf(recognised: Columns): readonly string[] {
  return recognised.map(({ header }) => header);
}
