declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** Identifies a runner for good; never shown, never reused. */
export type RunnerId = Branded<string, 'RunnerId'>;

/**
 * The normalised code of a read. A wristband number is decimal, without leading zeros, 1 to 12 digits; other reads have
 * the code of a chip in capitals and digits.
 */
export type BandId = Branded<string, 'BandId'>;

/** Made from the content of a scan, so that resending it is harmless. */
export type ScanId = Branded<string, 'ScanId'>;

/** The `recordId` of an unsaved runner in an edit form. */
export const NEW_RUNNER_ID = 'New';

const BAND_FORM = /^0*(\d{1,12})$/;

/** The longest tags of readers, including leading zeros. */
const LONGEST_TAG = 64;

/** Parses a wristband number (PROTOCOL.md CL19); undefined for anything else. */
export function parseBandId(text: string): BandId | undefined {
  const tag = text.trim();
  return tag.length > LONGEST_TAG ? undefined : (BAND_FORM.exec(tag)?.[1] as BandId | undefined);
}

/** At least two digits, so that a word in a broken line is not a code. */
const CHIP_FORM = /^(?=(?:.*\d){2})[\dA-Z]{4,64}$/;
/** Some readers write bytes with separators: `04:a1 b2`. */
const SEPARATED_BYTES = /^[\dA-F]{2}(?:[\s:-][\dA-F]{2})+$/;

/**
 * Parses a wristband number or the code of a chip, such as `058001BC1A3B` or `LY00213`, without separators (RULES.md
 * SC1); undefined for anything else.
 */
export function parseBandOrChip(text: string): BandId | undefined {
  const band = parseBandId(text);
  if (band !== undefined) return band;
  const code = text.trim().toUpperCase();
  const plain = SEPARATED_BYTES.test(code) ? code.replaceAll(/[\s:-]/g, '') : code;
  // A code that is a number only without its separators is a time or a date.
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
