import type { EventCode } from '#shared/model/event.ts';
import type { Result } from '#shared/model/outcome.ts';
import { ok } from '#shared/model/outcome.ts';
import { spellingKey } from '#shared/model/text-rules.ts';
import type { EventValue } from '#shared/wire/import-mapping.ts';

import type { EventNames } from '#server/race/runner-fields.ts';
import { readEvent } from '#server/race/runner-fields.ts';
import { ForeignColumn } from './foreign-column.ts';
import type { ForeignValues } from './import-outcome.ts';
import type { ReadingMap } from './parse-mapping.ts';

/** Reads the events of a file row by row, and keeps which of its values are no names of events. */
export class EventColumn {
  readonly #names: EventNames;
  readonly #mapping: ReadingMap;
  readonly #unknown = new ForeignColumn<EventCode | ''>();

  constructor(names: EventNames, mapping: ReadingMap) {
    this.#names = names;
    this.#mapping = mapping;
  }

  /** The event of the next row: as the mapping says, which may know values no row has, else by its name. */
  read(text: string): Result<EventCode, string> {
    if (this.#mapping.allEvent !== undefined) return ok(this.#mapping.allEvent);
    const spelling = spellingKey(text);
    const mapped = this.#mapping.events.get(spelling);
    if (!this.#names.byKey.has(spelling)) this.#unknown.count(spelling, text, mapped?.event ?? '');
    return mapped ? ok(mapped.event) : readEvent(text, this.#names);
  }

  /** The values that are no names of events, mapped or not. */
  listUnknown(): ForeignValues<EventValue> {
    const { listed, count } = this.#unknown.list();
    return {
      listed: listed.map(({ value, rows, meaning }) => ({ value, rows, event: meaning })),
      count,
    };
  }
}
