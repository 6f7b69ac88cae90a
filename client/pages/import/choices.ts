import type { EventCode } from '#shared/model/event.ts';
import type { ImportPreview } from '#shared/wire/admin-api.ts';
import { headerKey } from '#shared/wire/header-key.ts';
import type { ImportMapping } from '#shared/wire/import-mapping.ts';

type Columns = ImportPreview['columns'];

/**
 * What somebody chose for a file. The keyboard walks through the choices of a
 * select one by one, so a choice takes nothing away for good: what it displaces
 * is worked out anew each time, and comes back when the choice moves on.
 */
export interface Choices {
  /** By header: the chosen field, empty for none; the latest choice stands last. */
  readonly columns: ReadonlyMap<string, string>;
  /** By value of the column {@link eventsOf}. */
  readonly events: ReadonlyMap<string, EventCode>;
  readonly eventsOf: string | undefined;
  readonly allEvent: EventCode | undefined;
  /** The headers of the file they were made for. */
  readonly headers: readonly string[];
  /** They were made for a file before this one. */
  readonly areKept: boolean;
}

export const NO_CHOICES: Choices = {
  columns: new Map(),
  events: new Map(),
  eventsOf: undefined,
  allEvent: undefined,
  headers: [],
  areKept: false,
};

/** The choices as made for the file with these columns. */
export function settleChoices(choices: Choices, recognised: Columns): Choices {
  return { ...choices, headers: headersOf(recognised), areKept: false };
}

/**
 * What stays of the choices for the next file: all for one of the same form,
 * which is mostly the same one put right, nothing for another.
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

/** Chooses the event a value of the column `header` means; undefined takes the choice back. */
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

/**
 * The field of each header, empty for none. A field has one column: the one it
 * was chosen for last, before those that are recognised.
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

/** The header of the column that tells the event, undefined without one. */
export function findEventHeader(fields: ReadonlyMap<string, string>): string | undefined {
  return [...fields].find(([, field]) => field === 'event')?.[0];
}

/** What of the choices the server has to know, undefined for a file that is read as it is. */
export function toMapping(recognised: Columns, choices: Choices): ImportMapping | undefined {
  const fields = fieldsOf(recognised, choices);
  const known = new Map(recognised.map(({ header, field }) => [header, field]));
  const columns = [...fields].filter(
    ([header, field]) => choices.columns.has(header) || field !== known.get(header),
  );
  const eventHeader = findEventHeader(fields);
  const events = eventHeader !== undefined && choices.eventsOf === eventHeader;
  const { allEvent } = choices;
  const mapping: ImportMapping = {
    ...(columns.length > 0 ? { columns: Object.fromEntries(columns) } : {}),
    ...(events && choices.events.size > 0 ? { events: Object.fromEntries(choices.events) } : {}),
    ...(eventHeader === undefined && allEvent !== undefined ? { allEvent } : {}),
  };
  return Object.keys(mapping).length > 0 ? mapping : undefined;
}

/** Whether a column that is not used stands there more than once, which the server refuses until it was chosen. */
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
