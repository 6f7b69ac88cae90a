import { isDeleteWord } from '#shared/model/typed-words.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { AdminRunner, BandExchange, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { CallError } from '#client/organisers/calls/call-error.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { readScans } from '#client/organisers/runners/runner-calls.ts';
import {
  type EditorValues,
  nameRunner,
  readBands,
} from '#client/organisers/runners/editor-values.ts';

export interface BandQuestionFacts {
  readonly name: string;
  /** The number that is taken away, and its replacement; empty for none. */
  readonly given: { readonly band: string; readonly next: string } | undefined;
  /** Numbers that were read, which nobody would hold, and how often. */
  readonly left: readonly string[];
  readonly scans: number;
}

/**
 * The runner's numbers that nobody holds after a save: a replaced or returned one, and removed earlier ones. In a swap
 * the other runner gets the worn number.
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

/** Those of these numbers of a runner who wears `worn` that were read, and how often. */
export function countScans(
  { scans }: Pick<RunnerScansBody, 'scans'>,
  worn: string,
  bands: readonly string[],
): Pick<BandQuestionFacts, 'left' | 'scans'> {
  const read = scans.map(({ bandID = worn }) => bandID).filter((band) => bands.includes(band));
  return { left: bands.filter((band) => read.includes(band)), scans: read.length };
}

export function isHeldByOther(values: EditorValues, everyone: readonly AdminRunner[]): boolean {
  const number = parseBandId(values.raceNumber);
  return everyone.some(
    ({ runnerId, raceNumber, earlierBands = [] }) =>
      number !== undefined &&
      runnerId !== values.runnerId &&
      [raceNumber, ...earlierBands].includes(number),
  );
}

/**
 * The question before a save: whether a number may be taken away, and whose its scans would be; undefined for none. For
 * a swap or a take, whose form shows both runners, only the scans left behind are asked about.
 */
export async function findBandQuestion(
  calls: Calls,
  before: EditorValues | undefined,
  values: EditorValues,
  kind: BandExchange['kind'] | undefined,
  everyone: readonly AdminRunner[],
): Promise<BandQuestionFacts | undefined> {
  if (isDeleteWord(values.runClub)) return undefined;
  // The server refuses anything that is not a number.
  if (values.raceNumber.trim() !== '' && !parseBandId(values.raceNumber)) return undefined;
  // The holder of the number and the choices are shown first.
  if (!kind && isHeldByOther(values, everyone)) return undefined;
  const left = before ? listLeft(before, values, kind) : [];
  const scans = left.length > 0 ? await readScansOf(calls, values.runnerId) : { scans: [] };
  const worn = before?.raceNumber ?? '';
  const facts: BandQuestionFacts = {
    name: nameRunner(values),
    given:
      !kind && left.includes(worn)
        ? { band: worn, next: parseBandId(values.raceNumber) ?? '' }
        : undefined,
    ...countScans(scans, worn, left),
  };
  return facts.given || facts.left.length > 0 ? facts : undefined;
}

/** Empty for a runner unknown to the server, which will refuse the save. */
export async function readScansOf(
  calls: Calls,
  runnerId: string,
): Promise<Pick<RunnerScansBody, 'scans' | 'outcome'>> {
  try {
    return await readScans(calls, runnerId);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return { scans: [], outcome: null };
    throw error;
  }
}
