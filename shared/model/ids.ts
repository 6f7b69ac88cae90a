declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** Identifies a runner for good; never shown, never reused. */
export type RunnerId = Branded<string, 'RunnerId'>;

/**
 * What a mat reads, in its normal form. A runner wears a wristband number: decimal, no leading zeros, 1 to 12 digits. A read
 * may also have the code of a chip that is no such number: capitals and digits.
 */
export type BandId = Branded<string, 'BandId'>;

/** Identifies a raw scan by its content, so that sending it again is harmless. */
export type ScanId = Branded<string, 'ScanId'>;

/** The value of `recordId` in an edit form for a runner that is not saved yet. */
export const NEW_RUNNER_ID = 'New';

const BAND_FORM = /^0*(\d{1,12})$/;

/** The longest tags that readers write, including leading zeros. */
const LONGEST_TAG = 64;

/**
 * Parses a wristband number (PROTOCOL.md CL19: decimal, 1 to 12 digits, leading zeros do not matter). Returns undefined
 * for anything else.
 */
export function parseBandId(text: string): BandId | undefined {
  const tag = text.trim();
  return tag.length > LONGEST_TAG ? undefined : (BAND_FORM.exec(tag)?.[1] as BandId | undefined);
}

/** At least two digits, so that a word in a broken line is no code. */
const CHIP_FORM = /^(?=(?:.*\d){2})[\dA-Z]{4,64}$/;
/** Readers of one make write the same bytes with separators or without: `04:a1 b2`. */
const SEPARATED_BYTES = /^[\dA-F]{2}(?:[\s:-][\dA-F]{2})+$/;

/**
 * Parses what a mat read: a wristband number, or the code of a chip, such as `058001BC1A3B` or `LY00213`, as capitals and
 * digits without separators (RULES.md SC1). Returns undefined for anything else.
 */
export function parseBandOrChip(text: string): BandId | undefined {
  const band = parseBandId(text);
  if (band !== undefined) return band;
  const code = text.trim().toUpperCase();
  const plain = SEPARATED_BYTES.test(code) ? code.replaceAll(/[\s:-]/g, '') : code;
  // Something that becomes a number only without its separators is a time or a date.
  if (!CHIP_FORM.test(plain) || parseBandId(plain) !== undefined) return undefined;
  return plain as BandId;
}

export function asRunnerId(text: string): RunnerId {
  return text as RunnerId;
}

export function asScanId(text: string): ScanId {
  return text as ScanId;
}

/** The code of a distance; `Courses.hasEvent` checks it. */
export type EventCode = string;

/** The code of a category; `Courses.hasCategory` checks it. */
export type AgeGroup = string;
