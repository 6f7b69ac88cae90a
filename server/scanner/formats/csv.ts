import { parse } from 'csv-parse/sync';

import { parseJsonObject } from '#shared/model/json-object.ts';
import { isSpoiltEntry } from '../journal/journal-lines.ts';

import { ChipCodes } from './chip-codes.ts';
import { badLine, type LineFormat, parseBlankOrComment, SKIP } from './line-format.ts';
import { FIELD_NAMES, type FieldName, findField, parseReadFields } from './read-fields.ts';

const SEPARATORS = [',', ';', '\t'] as const;

/** The header row of a file: the separator, and the column of each part. */
interface CsvHeader {
  readonly separator: string;
  readonly columns: number;
  readonly indexes: Readonly<Record<FieldName, number | undefined>>;
}

/**
 * A header row with loosely named columns, then one read a row. Each row is parsed alone, so that a stray quote spoils
 * only one line.
 */
export const CSV: LineFormat = {
  name: 'csv',
  recognises: (line) => findHeader(line) !== undefined,
  takesAll: true,
  createParser(parts) {
    let header: CsvHeader | undefined;
    return {
      parse(text) {
        // A header may be repeated: files are joined, a reader restarts.
        const found = findHeader(text);
        if (found) {
          header = found;
          return SKIP;
        }
        const skipped = parseBlankOrComment(text);
        if (skipped) return skipped;
        if (!header) return badLine('comes before a header row with a column such as band or tag');
        const cells = parseRow(text, header.separator);
        if (!cells) return badLine('a quotation mark is out of place');
        const surplus = cells.slice(header.columns).filter((cell) => cell !== '');
        if (surplus.length > 0) {
          return badLine(`${cells.length} columns, but the header has ${header.columns}`);
        }
        const { indexes } = header;
        const fields = FIELD_NAMES.map((field) => [field, cells[indexes[field] ?? -1]] as const);
        return parseReadFields(Object.fromEntries(fields), parts);
      },
    };
  },
};

/** The header in this line, or undefined when it has no column for the wristband. */
function findHeader(text: string): CsvHeader | undefined {
  // Most lines are reads: they begin with a number and need no closer look.
  if (/^["\s]*\d/.test(text)) return undefined;
  for (const separator of SEPARATORS) {
    const names = parseRow(text, separator);
    if (!names) continue;
    const indexes = Object.fromEntries(
      FIELD_NAMES.map((field) => [field, findField(names, field)]),
    ) as CsvHeader['indexes'];
    if (indexes.band !== undefined) return { separator, columns: names.length, indexes };
  }
  return undefined;
}

function parseRow(text: string, separator: string): string[] | undefined {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  try {
    const [row] = parse(text, { delimiter: separator, relax_column_count: true, trim: true });
    return row;
  } catch {
    return undefined;
  }
}

/**
 * One JSON object a line with loosely named keys; unknown keys are ignored. The scanner's own journals have this form and
 * can be replayed: their `journal` entries, which are not reads, are skipped.
 */
export const NDJSON: LineFormat = {
  name: 'ndjson',
  recognises: (line) => /^\s*\{/.test(line),
  createParser({ clock, chips: given }) {
    let chips = given;
    return {
      parse(line) {
        const object = parseJsonObject(line);
        if (!object) return badLine('not a JSON object');
        if (isSpoiltEntry(line)) return badLine('not as the journal was written: wrong crc');
        if ('journal' in object) {
          // Its reads name wristbands, not chips.
          chips = new ChipCodes();
          return SKIP;
        }
        const names = Object.keys(object);
        const value = (field: FieldName): unknown =>
          object[names[findField(names, field) ?? -1] ?? ''];
        const [band, time, elapsed, date, point] = (
          ['band', 'time', 'elapsed', 'date', 'point'] as const
        ).map((field) => asText(value(field)));
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
