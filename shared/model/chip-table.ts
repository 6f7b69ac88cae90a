import { type BandId, parseBandId, parseBandOrChip } from './ids.ts';
import { err, ok, type Result } from './outcome.ts';
import { quoteGiven } from './text-rules.ts';

export const MAX_CHIPS = 50_000;
export const MAX_CHIPS_OF_A_RUNNER = 20;
export const MAX_CHIP_FILE_BYTES = 4_000_000;
/** Further faults are only counted. */
const MOST_FAULTS = 20;

/**
 * Normalises a chip code, which readers write in several ways: `04:a1 b2` is `04A1B2`; only decimal numbers lose leading
 * zeros.
 */
export function normaliseChipCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s:-]/g, '');
  return parseBandId(plain) ?? plain;
}

/** Parses the chip table of the race; a code that no read can have is a fault (RULES.md SC1). */
export function parseRaceChips(text: string): Result<Map<string, BandId>, readonly string[]> {
  return parseChipTable(text, (code) => parseBandOrChip(code) === code);
}

/**
 * Parses lines `code,band`, separated by `,` `;` or tab, with an optional header and `#` comments (RULES.md SC1).
 * Returns the wristband of each normalised code, or a sentence per fault.
 */
export function parseChipTable(
  text: string,
  isCode: (code: string) => boolean = (code) => /^[\dA-Z]{1,64}$/.test(code),
): Result<Map<string, BandId>, readonly string[]> {
  const chips = new Map<string, BandId>();
  const faults: string[] = [];
  let isFirst = true;
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [code = '', band = '', ...more] = line
      .split(/[,;\t]/)
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const isHeader = isFirst && !/\d/.test(line);
    isFirst = false;
    if (isHeader) continue;
    const bandId = parseBandId(band);
    const name = normaliseChipCode(code);
    const before = chips.get(name);
    if (bandId === undefined || name === '' || more.some((cell) => cell !== '')) {
      faults.push(`line ${index + 1} is ${quoteGiven(line.trim())}, but must be code,band`);
    } else if (!isCode(name)) {
      faults.push(`line ${index + 1} has ${quoteGiven(code)}, which is not a chip code`);
    } else if (before !== undefined && before !== bandId) {
      faults.push(`line ${index + 1} gives chip ${name} to ${bandId}, an earlier one to ${before}`);
    } else {
      chips.set(name, bandId);
    }
  }
  if (faults.length > MOST_FAULTS) {
    const hidden = faults.splice(MOST_FAULTS).length;
    faults.push(`and ${hidden} more`);
  }
  if (faults.length > 0) return err(faults);
  if (chips.size === 0) return err(['it has no line code,band']);
  if (chips.size > MAX_CHIPS)
    return err([`it has ${chips.size} chips, but at most ${MAX_CHIPS} are allowed`]);
  return ok(chips);
}
