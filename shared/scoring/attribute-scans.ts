import { append } from '../model/group-by.ts';
import type { BandId, RunnerId } from '../model/ids.ts';
import { bandsOf, type Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import { compareText } from './compare-text.ts';
import { findHandRunner, handBandOf } from './hand-times.ts';
import { orderScans } from './order-scans.ts';

/** Where and when a wristband was seen last. */
export interface LastSeen {
  /** The number of different scans. */
  readonly scans: number;
  /** The points of the mat that read it last. */
  readonly lastPoints: readonly TimePoint[];
  readonly lastTimeMs: EpochMs;
}

/** A wristband that was read but is nobody's. */
export interface UnassignedBand extends LastSeen {
  readonly bandId: BandId;
}

/** Every scan with the runner who holds its wristband number now, or with the band alone. */
export interface Attribution {
  /** No entry for a runner without scans. */
  readonly byRunner: ReadonlyMap<RunnerId, readonly Scan[]>;
  /** By band number. */
  readonly unassigned: readonly UnassignedBand[];
}

/** Gives each scan to the runner who holds its wristband now (RULES.md SC1, MS2). */
export function attributeScans(runners: Iterable<Runner>, scans: Iterable<Scan>): Attribution {
  const holders = new Map<BandId, RunnerId>();
  for (const runner of runners) {
    holders.set(handBandOf(runner.runnerId), runner.runnerId);
    for (const bandId of bandsOf(runner)) holders.set(bandId, runner.runnerId);
  }
  const byRunner = new Map<RunnerId, Scan[]>();
  const byBand = new Map<BandId, Scan[]>();
  for (const scan of scans) {
    const holder = holders.get(scan.bandId);
    if (holder !== undefined) append(byRunner, holder, scan);
    else if (findHandRunner(scan.bandId) === undefined) append(byBand, scan.bandId, scan);
  }
  const unassigned = Array.from(byBand, ([bandId, its]) => summariseBand(bandId, its));
  return {
    byRunner,
    unassigned: unassigned
      .filter((band) => band !== undefined)
      .toSorted((a, b) => compareBands(a.bandId, b.bandId)),
  };
}

/** The summary of an unassigned wristband for organisers; undefined without a scan. */
export function summariseBand(bandId: BandId, scans: readonly Scan[]): UnassignedBand | undefined {
  const sight = findLastSeen(scans);
  return sight && { bandId, ...sight };
}

/** The last of the scans of one wristband, whatever became of it (RULES.md MS2, MS4); undefined without a scan. */
export function findLastSeen(scans: readonly Scan[]): LastSeen | undefined {
  const ordered = orderScans(scans);
  const last = ordered.at(-1);
  return last && { scans: ordered.length, lastPoints: last.points, lastTimeMs: last.timeMs };
}

/** The order of wristband numbers, which are decimal and have no leading zeros. */
export function compareBands(a: BandId, b: BandId): number {
  return a.length - b.length || compareText(a, b);
}
