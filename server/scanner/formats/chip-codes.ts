import { readFile } from 'node:fs/promises';

import { CsvError, parse } from 'csv-parse/sync';

import { type BandId, parseBandId } from '#shared/model/ids.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import { describeCause, ScannerError } from '../scanner-error.ts';
import type { LineResult } from './line-format.ts';

/** The codes of chips in readers, decimal or not. */
const CODE_FORM = /^(?=.*\d)[\dA-Z]{4,64}$/;
const MOST_UNKNOWN = 1_000;
const UNKNOWN_SHOWN = 20;

/**
 * The wristband of each chip (SCANNER.md SN25). A code of 1 to 12 decimal digits is the number of
 * the wristband, unless the chip file has codes of digits alone and so defines all of them. Any
 * other code is a wristband only if the chip file names it.
 */
export class ChipCodes {
  readonly #bands: ReadonlyMap<string, BandId>;
  readonly #hasNumbers: boolean;
  readonly #unknown = new Map<string, number>();

  constructor(bands: ReadonlyMap<string, BandId> = new Map()) {
    this.#bands = bands;
    this.#hasNumbers = [...bands.keys()].some((code) => parseBandId(code) !== undefined);
  }

  find(code: string): BandId | undefined {
    if (this.#bands.size === 0) return parseBandId(code);
    const known = this.#bands.get(normaliseCode(code));
    return known ?? (this.#hasNumbers ? undefined : parseBandId(code));
  }

  /** The bad line for a code that is no wristband; it is counted by its name. */
  refuse(code: string): LineResult {
    const name = normaliseCode(code);
    const isCounted = this.#unknown.has(name) || this.#unknown.size < MOST_UNKNOWN;
    if (CODE_FORM.test(name) && isCounted) {
      this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
    }
    const reason = this.#bands.size === 0 ? 'is not a wristband number' : 'is not in the chip file';
    return { kind: 'bad', reason: `${quoteGiven(code.trim())} ${reason}` };
  }

  /** The refused codes, most often first; undefined when there are none. */
  describeUnknown(): string | undefined {
    if (this.#unknown.size === 0) return undefined;
    const codes = [...this.#unknown].toSorted(([, a], [, b]) => b - a);
    const shown = codes.slice(0, UNKNOWN_SHOWN).map(([code, count]) => `${code} (${count})`);
    const more = codes.length > shown.length ? ` and ${codes.length - shown.length} more` : '';
    return (
      `No wristband is known for these chips, whose reads were not taken in: ${shown.join(', ')}${more}. ` +
      'Name them in the file of --chips, as code,band, and read what the reader has kept once more.'
    );
  }
}

/**
 * One form for codes that readers of the same make write in several ways: `04:a1 b2` is `04A1B2`; leading zeros are
 * dropped in decimal numbers only.
 */
function normaliseCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s:-]/g, '');
  return parseBandId(plain) ?? plain;
}

/** Reads the file of `--chips`. Throws a {@link ScannerError} that names an invalid line. */
export async function loadChipCodes(path: string): Promise<ChipCodes> {
  try {
    return parseChipCodes(await readFile(path, 'utf8'));
  } catch (error) {
    throw new ScannerError(`--chips ${path}: ${describeCause(error)}.`, { cause: error });
  }
}

/** Parses lines `code,band`, separated by `,`, `;` or tab; the first may be a header. */
export function parseChipCodes(text: string): ChipCodes {
  const bands = new Map<string, BandId>();
  for (const [index, { record, line }] of parseRows(text).entries()) {
    const [code = '', band = '', ...more] = record;
    const bandId = parseBandId(band);
    const name = normaliseCode(code);
    if (bandId === undefined || !/^[\dA-Z]{1,64}$/.test(name) || more.some((cell) => cell !== '')) {
      if (index === 0 && !/\d/.test(record.join(''))) continue;
      throw new Error(`line ${line} is ${quoteGiven(record.join(','))}, but must be code,band`);
    }
    const before = bands.get(name);
    if (before !== undefined && before !== bandId) {
      throw new Error(`line ${line} gives chip ${name} to ${bandId}, an earlier one to ${before}`);
    }
    bands.set(name, bandId);
  }
  if (bands.size === 0) throw new Error('it has no line code,band');
  return new ChipCodes(bands);
}

function parseRows(text: string): { record: string[]; line: number }[] {
  try {
    const rows = parse(text, {
      bom: true,
      comment: '#',
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (error instanceof CsvError)
      throw new Error(`it is no CSV (${error.message})`, { cause: error });
    throw error;
  }
}
