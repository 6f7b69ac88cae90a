import type { Correction } from '#shared/model/correction.ts';
import type { BandId, ScanId } from '#shared/model/ids.ts';
import type { Scan } from '#shared/model/scan.ts';
import {
  type CorrectedRead,
  Corrections,
  isAbout,
  addedRead,
} from '#shared/scoring/correct-reads.ts';

/**
 * The scans of a race by the wristband that counts, as organisers corrected them (RULES.md CR). What
 * a read said when it came is kept beside it, so that a correction can be taken back.
 */
export class CorrectedScans {
  /** By band and id, as they count. */
  readonly #byBand = new Map<BandId, Map<ScanId, Scan>>();
  /** As they came: those that somebody corrected. */
  readonly #asRead = new Map<ScanId, Scan>();
  #corrections = new Corrections();
  #count = 0;

  /** How many different reads of mats came in: of those that organisers added and times by hand none. */
  get count(): number {
    return this.#count;
  }

  get corrections(): Corrections {
    return this.#corrections;
  }

  /** As they count; of none that is void. */
  of(bandId: BandId): Iterable<Scan> {
    return this.#byBand.get(bandId)?.values() ?? [];
  }

  has(bandId: BandId): boolean {
    return this.#byBand.has(bandId);
  }

  /** Every read as it came, and those that were added. */
  *listAsRead(): Generator<Scan> {
    for (const ofBand of this.#byBand.values()) {
      for (const scan of ofBand.values()) if (!this.#asRead.has(scan.scanId)) yield scan;
    }
    yield* this.#asRead.values();
  }

  /** What became of a read that {@link listAsRead} gave; undefined where nobody decided anything. */
  findCorrected({ scanId }: Scan): CorrectedRead | undefined {
    const asRead = this.#asRead.get(scanId);
    return asRead && this.#corrections.correct(asRead);
  }

  /** Takes in a read as it came; the band of which there is one more, undefined for a void or a known one. */
  add(asRead: Scan): BandId | undefined {
    const { scan } = this.#corrections.correct(asRead);
    if (this.#asRead.has(asRead.scanId) || this.#isKnown(asRead)) return undefined;
    if (!asRead.isByHand) this.#count += 1;
    return this.#put(asRead, scan);
  }

  /** Takes out a time by hand that came as of `bandId`; the band that it counted for, undefined for a void or no read. */
  remove(scanId: ScanId, bandId: BandId): BandId | undefined {
    const asRead = this.#asRead.get(scanId) ?? this.#byBand.get(bandId)?.get(scanId);
    const scan = asRead && this.#corrections.correct(asRead).scan;
    this.#asRead.delete(scanId);
    if (scan) this.#takeOut(scan);
    return scan?.bandId;
  }

  /** Makes or replaces a correction, before or after the reads it is about; the bands that it changed. */
  putCorrection(correction: Correction): ReadonlySet<BandId> {
    const before = this.#corrections.find(correction.correctionId);
    return this.#change(this.#corrections.with(correction), before, correction);
  }

  deleteCorrection(correctionId: string): ReadonlySet<BandId> {
    const before = this.#corrections.find(correctionId);
    return before ? this.#change(this.#corrections.without(correctionId), before) : new Set();
  }

  #change(
    corrections: Corrections,
    before: Correction | undefined,
    now?: Correction,
  ): ReadonlySet<BandId> {
    const touched = Array.from(this.listAsRead()).filter((asRead) =>
      [before, now].some((one) => one && isAbout(one, asRead)),
    );
    const [gone, added] = [before && addedRead(before), now && addedRead(now)];
    const left = touched.filter(({ scanId }) => scanId !== gone?.scanId);
    const bands = new Set<BandId>();
    for (const asRead of touched) {
      const corrected = this.findCorrected(asRead);
      const scan = corrected ? corrected.scan : asRead;
      if (!scan) continue;
      bands.add(scan.bandId);
      this.#takeOut(scan);
    }
    this.#corrections = corrections;
    for (const { scanId } of touched) this.#asRead.delete(scanId);
    for (const asRead of added ? [...left, added] : left) {
      const bandId = this.#put(asRead, corrections.correct(asRead).scan);
      if (bandId !== undefined) bands.add(bandId);
    }
    return bands;
  }

  #takeOut({ bandId, scanId }: Scan): void {
    const ofBand = this.#byBand.get(bandId);
    ofBand?.delete(scanId);
    if (ofBand?.size === 0) this.#byBand.delete(bandId);
  }

  #isKnown({ bandId, scanId }: Scan): boolean {
    return this.#byBand.get(bandId)?.has(scanId) ?? false;
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
