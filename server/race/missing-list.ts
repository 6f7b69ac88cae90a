import type { BandId, RunnerId } from '#shared/model/ids.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { UnassignedBand } from '#shared/scoring/attribute-scans.ts';
import { compareBands, summariseBand } from '#shared/scoring/attribute-scans.ts';

/** The scans of a wristband, as the race keeps them. */
export type ScansOfBand = (bandId: BandId) => Iterable<Scan>;

/**
 * Who has no finish, and which wristbands were read although nobody wears
 * them (RULES.md MS1, MS2). A change costs a step in a set; what is told of a
 * wristband is worked out when somebody asks.
 */
export class MissingList {
  readonly #runners = new Set<RunnerId>();
  /** Undefined: its summary is out of date. */
  readonly #bands = new Map<BandId, UnassignedBand | undefined>();
  readonly #scansOf: ScansOfBand;
  #revision = 0;

  constructor(scansOf: ScansOfBand) {
    this.#scansOf = scansOf;
  }

  /** Grows whenever the list may have changed. */
  get revision(): number {
    return this.#revision;
  }

  get runnerIds(): ReadonlySet<RunnerId> {
    return this.#runners;
  }

  clear(): void {
    this.#runners.clear();
    this.#bands.clear();
    this.#revision += 1;
  }

  setRunner(runnerId: RunnerId, isMissing: boolean): void {
    if (this.#runners.has(runnerId) === isMissing) return;
    if (isMissing) this.#runners.add(runnerId);
    else this.#runners.delete(runnerId);
    this.#revision += 1;
  }

  /** Notes that nobody wears the wristband, or that it was read once more. */
  noteUnassigned(bandId: BandId): void {
    this.#bands.set(bandId, undefined);
    this.#revision += 1;
  }

  /** Notes that somebody wears the wristband. */
  noteAssigned(bandId: BandId): void {
    if (this.#bands.delete(bandId)) this.#revision += 1;
  }

  /** In the order of the wristband numbers. */
  listUnassigned(): UnassignedBand[] {
    const bands: UnassignedBand[] = [];
    for (const [bandId, known] of this.#bands) {
      const band = known ?? summariseBand(bandId, [...this.#scansOf(bandId)]);
      if (!band) continue;
      if (!known) this.#bands.set(bandId, band);
      bands.push(band);
    }
    return bands.toSorted((a, b) => compareBands(a.bandId, b.bandId));
  }
}
