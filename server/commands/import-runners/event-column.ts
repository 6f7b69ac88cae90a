import type { EventCode } from '#shared/model/event.ts';
import type { FieldReading } from '#shared/model/field-reading.ts';
import { good } from '#shared/model/field-reading.ts';
import { cleanText, spellingKey } from '#shared/model/text-rules.ts';
import { MAX_EVENT_VALUE_LENGTH, MAX_EVENT_VALUES } from '#shared/wire/import-mapping.ts';

import type { EventNames } from '../runner-fields.ts';
import { readEvent } from '../runner-fields.ts';
import type { EventValues } from './import-outcome.ts';
import type { ReadingMap } from './parse-mapping.ts';

/** Reads the events of a file row by row, and keeps which of its values are no names of events. */
export class EventColumn {
  readonly #names: EventNames;
  readonly #mapping: ReadingMap;
  readonly #unknown = new Map<string, { readonly value: string; rows: number }>();

  constructor(names: EventNames, mapping: ReadingMap) {
    this.#names = names;
    this.#mapping = mapping;
  }

  /** The event of the next row: as the mapping says, which may know values no row has, else by its name. */
  read(text: string): FieldReading<EventCode> {
    if (this.#mapping.allEvent !== undefined) return good(this.#mapping.allEvent);
    const spelling = spellingKey(text);
    if (!this.#names.byKey.has(spelling)) this.#count(spelling, text);
    const mapped = this.#mapping.events.get(spelling);
    return mapped ? good(mapped.event) : readEvent(text, this.#names);
  }

  /** The values that are no names of events, mapped or not, the most frequent first. */
  listUnknown(): EventValues {
    const listed = [...this.#unknown]
      .filter(([, { value }]) => value.length <= MAX_EVENT_VALUE_LENGTH)
      .toSorted(([, a], [, b]) => b.rows - a.rows)
      .slice(0, MAX_EVENT_VALUES)
      .map(([spelling, { value, rows }]) => {
        const event = this.#mapping.events.get(spelling)?.event ?? ('' as const);
        return { value, rows, event };
      });
    return { listed, count: this.#unknown.size };
  }

  #count(spelling: string, text: string): void {
    const seen = this.#unknown.get(spelling);
    if (seen) seen.rows += 1;
    else this.#unknown.set(spelling, { value: cleanText(text), rows: 1 });
  }
}
