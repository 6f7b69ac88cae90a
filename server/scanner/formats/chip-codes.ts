import { CommandError, readGivenText } from '#server/system/command-error.ts';
import { normaliseChipCode, parseChipTable } from '#shared/model/chip-table.ts';
import { type BandId, parseBandId, parseBandOrChip } from '#shared/model/ids.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import type { LineResult } from './line-format.ts';

/**
 * The wristband of each chip (SCANNER.md SN25), by a scanner's own table. Any other code is kept: the race's table has
 * its wristband, now or later. Where the own table has codes of digits alone, digits are no wristband numbers, and an
 * unknown code of digits is kept as `CHIP` and the digits.
 */
export class ChipCodes {
  readonly #bands: ReadonlyMap<string, BandId>;
  readonly #hasNumbers: boolean;

  constructor(bands: ReadonlyMap<string, BandId> = new Map()) {
    this.#bands = bands;
    this.#hasNumbers = [...bands.keys()].some((code) => parseBandId(code) !== undefined);
  }

  /** Whether the scanner's own table names the code. */
  names(code: string): boolean {
    return this.#bands.has(normaliseChipCode(code));
  }

  find(code: string): BandId | undefined {
    const known = this.#bands.size > 0 ? this.#bands.get(normaliseChipCode(code)) : undefined;
    if (known !== undefined) return known;
    const number = this.#hasNumbers ? parseBandId(code) : undefined;
    return parseBandOrChip(number === undefined ? code : `CHIP${number.padStart(2, '0')}`);
  }

  refuse(code: string): LineResult {
    return {
      kind: 'bad',
      reason: `${quoteGiven(code.trim())} is not a wristband number`,
    };
  }
}

/** Reads the file of `--chips`. The {@link CommandError} names an invalid line. */
export async function loadChipCodes(path: string): Promise<ChipCodes> {
  const parsed = parseChipTable(await readGivenText(path));
  if (!parsed.ok) throw new CommandError(`--chips ${path}: ${parsed.error.join('; ')}.`);
  return new ChipCodes(parsed.value);
}
