import { parseJsonObject } from '#shared/model/json-object.ts';

import { isSpoiltEntry } from '../journal/journal-lines.ts';
import { ChipCodes } from './chip-codes.ts';
import { badLine, type LineFormat, SKIP } from './line-format.ts';
import { type FieldName, findField, parseReadFields } from './read-fields.ts';

/**
 * One JSON object a line with loosely named keys; unknown ones do not matter. The scanner's own journals have this form
 * and can be replayed: their `journal` entries, which are no reads, are skipped.
 */
export const NDJSON: LineFormat = {
  name: 'ndjson',
  namesPoint: true,
  recognises: (line) => /^\s*\{/.test(line),
  createParser({ clock, chips: given }) {
    let chips = given;
    return {
      parse(line) {
        const object = parseJsonObject(line);
        if (!object) return badLine('not a JSON object');
        if (isSpoiltEntry(line))
          return badLine('not as the journal was written: its crc is another');
        if ('journal' in object) {
          // Its chips are wristbands already.
          chips = new ChipCodes();
          return SKIP;
        }
        const names = Object.keys(object);
        const value = (field: FieldName): unknown =>
          object[names[findField(names, field) ?? -1] ?? ''];
        const band = asText(value('band'));
        const time = asText(value('time'));
        const elapsed = asText(value('elapsed')) ?? '';
        const date = asText(value('date')) ?? '';
        const point = asText(value('point'));
        if (band === undefined) return badLine('the wristband number is not a number or a text');
        if (time === undefined) return badLine('the time is not a number or a text');
        if (point === undefined) return badLine('the point is not a text');
        return parseReadFields({ band, date, time, elapsed, point }, { clock, chips });
      },
    };
  },
};

/** Empty for a missing value; a list of points is joined; undefined for other types. */
function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const isList = Array.isArray(value) && value.every((part) => typeof part === 'string');
  return isList ? value.join(',') : undefined;
}
