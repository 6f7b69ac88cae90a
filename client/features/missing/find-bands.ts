import type { UnassignedBandBody } from '#shared/wire/missing-api.ts';

/** What a search among the bands gives. */
export interface FoundBands {
  /** Those with the digits in their number, in the order they came in; all for no text. */
  readonly found: readonly UnassignedBandBody[];
  /** The one that is meant: the very number, or the only one with these digits. */
  readonly best: UnassignedBandBody | undefined;
}

/** Finds bands by digits of their number; leading zeros do not matter (SCREENS.md SM2). */
export function findBands(bands: readonly UnassignedBandBody[], text: string): FoundBands {
  const digits = text.trim().replace(/^0+(?=\d)/, '');
  if (digits === '') return { found: bands, best: undefined };
  const found = bands.filter(({ bandID }) => bandID.includes(digits));
  const only = found.length === 1 ? found[0] : undefined;
  return { found, best: found.find(({ bandID }) => bandID === digits) ?? only };
}
