import { type Correction, THE_DESK } from '../model/decisions.ts';
import { append } from '../model/group-by.ts';
import { asScanId, type BandId, type ScanId } from '../model/ids.ts';
import type { Scan, StoredScan } from '../model/scan.ts';
import type { EpochMs } from '../model/time.ts';
import { compareText } from './order.ts';
import { isYetToCome } from './future-finish.ts';

/** The reads that a correction adds, if any (RULES.md CR7). */
export function addedReads({
  correctionId,
  action,
  atMs,
}: Correction): readonly (Scan & Pick<StoredScan, 'arrivedMs'>)[] {
  if (action.kind !== 'add' && action.kind !== 'list') return [];
  const first = `${THE_DESK}:${correctionId}`;
  const points = [action.point];
  const reads = action.kind === 'add' ? [action] : action.reads;
  return reads.map(({ bandId, timeMs }, index) => {
    const scanId = asScanId(index === 0 ? first : `${first}:${index + 1}`);
    return { scanId, bandId, points, timeMs, source: THE_DESK, arrivedMs: atMs };
  });
}

/** Whether a correction applies to an original read (RULES.md CR1, CR7). */
export function isAbout(correction: Correction, scan: Scan): boolean {
  const { reads } = correction;
  if (reads.kind === 'reads') return reads.scanIds.includes(scan.scanId);
  if (reads.kind === 'added') {
    const first = `${THE_DESK}:${correction.correctionId}`;
    return scan.source === THE_DESK && `${scan.scanId}:`.startsWith(`${first}:`);
  }
  const { source, point, fromMs, untilMs } = reads;
  return (
    scan.source === source &&
    scan.timeMs >= fromMs &&
    scan.timeMs <= untilMs &&
    (point === undefined || scan.points.includes(point))
  );
}

export interface CorrectedRead {
  /** The corrected read; the same object if unchanged, undefined if void. */
  readonly scan: Scan | undefined;
  /** Its corrections, in the order in which they were made. */
  readonly corrections: readonly Correction[];
}

const NONE: readonly Correction[] = [];

/** The wristband of each chip code. */
export type ChipTable = ReadonlyMap<string, BandId>;

/** All corrections and chips of a race, in whatever order they were added, and their effect on a read. */
export class Corrections {
  readonly #bySource = new Map<string, Correction[]>();
  readonly #byRead = new Map<ScanId, Correction[]>();
  readonly all: readonly Correction[];
  /** The reads they add, which can be corrected like any other (RULES.md CR7). */
  readonly added: readonly Scan[];
  readonly chips: ChipTable;

  constructor(corrections: Iterable<Correction> = [], chips: ChipTable = new Map()) {
    this.chips = chips;
    this.all = [...corrections].toSorted(compareCorrections);
    this.added = this.all.flatMap(addedReads);
    for (const correction of this.all) {
      const { reads } = correction;
      if (reads.kind === 'source') append(this.#bySource, reads.source, correction);
      else {
        const named =
          reads.kind === 'reads' ? reads.scanIds : addedReads(correction).map((one) => one.scanId);
        for (const scanId of new Set(named)) append(this.#byRead, scanId, correction);
      }
    }
  }

  find(correctionId: string): Correction | undefined {
    return this.all.find((correction) => correction.correctionId === correctionId);
  }

  /** Adds a correction, or replaces the one with its id. */
  with(correction: Correction): Corrections {
    return new Corrections([...this.without(correction.correctionId).all, correction], this.chips);
  }

  without(correctionId: string): Corrections {
    const others = this.all.filter((one) => one.correctionId !== correctionId);
    return new Corrections(others, this.chips);
  }

  withChips(chips: ChipTable): Corrections {
    return new Corrections(this.all, chips);
  }

  /** Corrects an original read (RULES.md CR2). The chip is looked up last, since a correction may change it. */
  correct(scan: Scan): CorrectedRead {
    const ofSource = this.#bySource.get(scan.source)?.filter((one) => isAbout(one, scan)) ?? NONE;
    const ofRead = this.#byRead.get(scan.scanId) ?? NONE;
    if (ofSource.length + ofRead.length === 0) {
      return { scan: this.#ofBand(scan), corrections: NONE };
    }
    const corrections = [...ofSource, ...ofRead].toSorted(compareCorrections);
    let [{ timeMs, points, bandId }, isVoid] = [scan, false];
    for (const { action } of corrections) {
      if (action.kind === 'void') isVoid = true;
      else if (action.kind === 'clock') timeMs += action.shiftMs;
      else if (action.kind === 'point') ({ points } = action);
      else if (action.kind === 'band') ({ bandId } = action);
    }
    const counting = isVoid ? undefined : this.#ofBand({ ...scan, timeMs, points, bandId });
    return { scan: counting, corrections };
  }

  /** Replaces the code of a chip by its wristband (RULES.md SC1). */
  #ofBand(scan: Scan): Scan {
    const bandId = this.chips.get(scan.bandId);
    return bandId === undefined ? scan : { ...scan, bandId };
  }
}

function compareCorrections(a: Correction, b: Correction): number {
  return a.atMs - b.atMs || compareText(a.correctionId, b.correctionId);
}

/** How many reads a correction would move into the future, and the last such moment (RULES.md CR9). */
export function findFutureReads(
  asRead: Iterable<Scan>,
  before: Corrections,
  correction: Correction,
): { readonly count: number; readonly lastMs: EpochMs } {
  const corrections = before.with(correction);
  let [count, lastMs] = [0, -Infinity];
  for (const read of asRead) {
    if (!isAbout(correction, read)) continue;
    const { timeMs = -Infinity } = corrections.correct(read).scan ?? {};
    if (!isYetToCome(timeMs, correction.atMs)) continue;
    count += 1;
    lastMs = Math.max(lastMs, timeMs);
  }
  return { count, lastMs };
}
