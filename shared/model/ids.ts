declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** Identifies a runner for good; never shown, never reused. */
export type RunnerId = Branded<string, 'RunnerId'>;

/** A wristband number in its normal form: decimal, no leading zeros, 1 to 12 digits. */
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

export function asRunnerId(text: string): RunnerId {
  return text as RunnerId;
}

export function asScanId(text: string): ScanId {
  return text as ScanId;
}
