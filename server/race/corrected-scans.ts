import type { Correction } from '#shared/model/decisions.ts';
import type { BandId, ScanId } from '#shared/model/ids.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { ChipChanges } from '#shared/wire/change-feed.ts';
import {
  type ChipTable,
  type CorrectedRead,
  Corrections,
  isAbout,
  addedReads,
} from '#shared/scoring/correct-reads.ts';

/**
 * The scans of a race by wristband, after chips (RULES.md SC1) and corrections (CR) are applied. Original reads are kept,
 * so that chips and corrections can change.
 */
export class CorrectedScans {
  /** Corrected scans by band and id, without void ones. */
  readonly #byBand = new Map<BandId, Map<ScanId, Scan>>();
  /** The original reads of scans that a correction or chip changed. */
  readonly #asRead = new Map<ScanId, Scan>();
  #corrections = new Corrections();
  #count = 0;

  /** The number of different reads, without added ones and times by hand. */
  get count(): number {
    return this.#count;
  }

  get corrections(): Corrections {
    return this.#corrections;
  }

  get chips(): ChipTable {
    return this.#corrections.chips;
  }

  /** The corrected scans of a band, without void ones. */
  of(bandId: BandId): Iterable<Scan> {
    return this.#byBand.get(bandId)?.values() ?? [];
  }

  has(bandId: BandId): boolean {
    return this.#byBand.has(bandId);
  }

  /** All original reads, and the added ones. */
  *listAsRead(): Generator<Scan> {
    for (const ofBand of this.#byBand.values()) {
      for (const scan of ofBand.values()) if (!this.#asRead.has(scan.scanId)) yield scan;
    }
    yield* this.#asRead.values();
  }

  /** The correction of a read from {@link listAsRead}; undefined for none. */
  findCorrected({ scanId }: Scan): CorrectedRead | undefined {
    const asRead = this.#asRead.get(scanId);
    return asRead && this.#corrections.correct(asRead);
  }

  /** Adds an original read; returns the band that gets a scan, undefined for a void or known read. */
  add(asRead: Scan): BandId | undefined {
    const { scan } = this.#corrections.correct(asRead);
    const { bandId, scanId } = asRead;
    if (this.#asRead.has(scanId) || this.#byBand.get(bandId)?.has(scanId)) return undefined;
    if (!asRead.isByHand) this.#count += 1;
    return this.#put(asRead, scan);
  }

  /** Removes a time by hand of `bandId`; returns the band that loses a scan, undefined for a void or unknown read. */
  remove(scanId: ScanId, bandId: BandId): BandId | undefined {
    const asRead = this.#asRead.get(scanId) ?? this.#byBand.get(bandId)?.get(scanId);
    const scan = asRead && this.#corrections.correct(asRead).scan;
    this.#asRead.delete(scanId);
    if (scan) this.#remove(scan);
    return scan?.bandId;
  }

  /** Adds or replaces a correction, before or after its reads; returns the changed bands. */
  putCorrection(correction: Correction): ReadonlySet<BandId> {
    const before = this.#corrections.find(correction.correctionId);
    return this.#change(this.#corrections.with(correction), before, correction);
  }

  deleteCorrection(correctionId: string): ReadonlySet<BandId> {
    const before = this.#corrections.find(correctionId);
    return before ? this.#change(this.#corrections.without(correctionId), before) : new Set();
  }

  /** Assigns chips to wristbands, before or after their reads; returns the changed bands. */
  putChips(chips: ChipChanges): ReadonlySet<BandId> {
    const table = new Map(this.chips);
    for (const [code, bandId] of Object.entries(chips)) {
      if (bandId === null) table.delete(code);
      else table.set(code, bandId);
    }
    const corrections = this.#corrections.withChips(table);
    const touched = Array.from(this.listAsRead()).filter(
      (asRead) =>
        this.#corrections.correct(asRead).scan?.bandId !== corrections.correct(asRead).scan?.bandId,
    );
    return this.#putAgain(touched, touched, corrections);
  }

  #change(
    corrections: Corrections,
    before: Correction | undefined,
    now?: Correction,
  ): ReadonlySet<BandId> {
    const touched = Array.from(this.listAsRead()).filter((asRead) =>
      [before, now].some((one) => one && isAbout(one, asRead)),
    );
    const gone = new Set((before ? addedReads(before) : []).map(({ scanId }) => scanId));
    const left = touched.filter(({ scanId }) => !gone.has(scanId));
    return this.#putAgain(touched, [...left, ...(now ? addedReads(now) : [])], corrections);
  }

  /** Removes reads and adds `after` under the new corrections; returns the bands of both. */
  #putAgain(
    before: readonly Scan[],
    after: readonly Scan[],
    corrections: Corrections,
  ): ReadonlySet<BandId> {
    const bands = new Set<BandId>();
    for (const asRead of before) {
      const corrected = this.findCorrected(asRead);
      const scan = corrected ? corrected.scan : asRead;
      if (!scan) continue;
      bands.add(scan.bandId);
      this.#remove(scan);
    }
    this.#corrections = corrections;
    for (const { scanId } of before) this.#asRead.delete(scanId);
    for (const asRead of after) {
      const bandId = this.#put(asRead, this.#corrections.correct(asRead).scan);
      if (bandId !== undefined) bands.add(bandId);
    }
    return bands;
  }

  #remove({ bandId, scanId }: Scan): void {
    const ofBand = this.#byBand.get(bandId);
    ofBand?.delete(scanId);
    if (ofBand?.size === 0) this.#byBand.delete(bandId);
  }

  #put(asRead: Scan, scan: Scan | undefined): BandId | undefined {
    if (scan !== asRead) this.#asRead.set(asRead.scanId, asRead);
    if (!scan) return undefined;
    const ofBand = this.#byBand.get(scan.bandId);
    if (ofBand) ofBand.set(scan.scanId, scan);
    else this.#byBand.set(scan.bandId, new Map([[scan.scanId, scan]]));
    return scan.bandId;
  }
}
