import { parseBandId } from '#shared/model/ids.ts';
import type { BandExchange, RunnerScansBody } from '#shared/wire/admin-api.ts';

import type { EditorValues } from './editor-values.ts';
import { readBands } from './editor-values.ts';

/** A wristband number and how often it was read. */
export interface BandScans {
  readonly band: string;
  readonly scans: number;
}

/**
 * The numbers that a runner holds before a save and nobody holds after it: the
 * one that is replaced or given back, and earlier ones that are taken away. In
 * a swap the other one gets the number that was worn.
 */
export function listLeft(
  before: EditorValues,
  values: EditorValues,
  kind: BandExchange['kind'] | undefined,
): string[] {
  const kept = new Set<string>(readBands(values.earlierBands));
  const worn = parseBandId(values.raceNumber);
  if (worn !== undefined) kept.add(worn);
  if (kind === 'swap') kept.add(before.raceNumber);
  return [before.raceNumber, ...readBands(before.earlierBands)].filter(
    (band) => band !== '' && !kept.has(band),
  );
}

/** How many scans there are of each of the numbers of a runner who wears `worn`; without those never read. */
export function countScans(
  { scans }: Pick<RunnerScansBody, 'scans'>,
  worn: string,
  bands: readonly string[],
): BandScans[] {
  return bands
    .map((band) => ({
      band,
      scans: scans.filter(({ bandID = worn }) => bandID === band).length,
    }))
    .filter((each) => each.scans > 0);
}
