import { isDeepStrictEqual } from 'node:util';

import type { Courses } from '#shared/model/courses.ts';
import { type ControlEntry, type Dismissal, keyOfEntry } from '#shared/model/decisions.ts';
import type { BandId, EventCode, RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { compareText, orderScans } from '#shared/scoring/order.ts';
import type { RunnerScore } from '#shared/scoring/score-runner.ts';
import { findFinishDespiteDnf, isInByLaps, isMissing } from '#shared/scoring/whereabouts.ts';
import type { FinishedDnf, Notice } from '#shared/wire/missing-api.ts';

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

export interface RunnerSeen extends LastSeen {
  /**
   * The last read that gives a point of the course before the finish; absent where the last of all
   * gives one, and where there is none.
   */
  readonly lastStage?: {
    readonly point: TimePoint;
    readonly timeMs: EpochMs;
    readonly at?: number;
  };
}

interface RunnerStanding {
  readonly isMissing: boolean;
  /** They are DNF or DNS, or have finished by their laps alone (RULES.md MS11). */
  readonly isOut: boolean;
  /** Undefined for a runner who was never scanned, or is neither missing nor out. */
  readonly lastSeen: RunnerSeen | undefined;
  /** When a DNF runner finished; undefined for all others. */
  readonly dnfFinishMs: EpochMs | undefined;
}

export function standingOf(
  runner: Runner,
  scans: readonly Scan[],
  score: RunnerScore,
  courses: Courses,
): RunnerStanding {
  const override = parseOverride(runner.overrideTime)?.kind;
  const isOut = override === 'dnf' || override === 'dns';
  const isAway = isMissing(runner, score);
  const isKept = isOut || (override === undefined && !score.hasFinish && isInByLaps(score));
  return {
    isMissing: isAway,
    isOut: isKept,
    lastSeen: isAway || isKept ? findRunnerSeen(runner, scans, score, courses) : undefined,
    dnfFinishMs: findFinishDespiteDnf(score),
  };
}

function findRunnerSeen(
  { event }: Runner,
  scans: readonly Scan[],
  { counted }: RunnerScore,
  courses: Courses,
): RunnerSeen | undefined {
  const seen = findLastSeen(scans);
  if (!seen) return undefined;
  if (courses.hasLoop(event)) {
    const codes = ['start', ...courses.visitsOf(event).map(({ code }) => code)];
    const at = codes.findLastIndex((code) => counted.has(code));
    const scan = counted.get(codes[at] ?? '');
    const point = courses.routeOf(event)[at];
    return scan && point ? { ...seen, lastStage: { point, timeMs: scan.timeMs, at } } : seen;
  }
  const course = courses.routeOf(event).filter((point) => point !== 'finish');
  const stagesOf = (points: readonly TimePoint[]): TimePoint[] =>
    course.filter((point) => points.includes(point));
  if (stagesOf(seen.lastPoints).length === 1) return seen;
  const last = orderScans(scans).findLast(({ points }) => stagesOf(points).length > 0);
  if (!last) return seen;
  const { timeMs } = last;
  const stages = stagesOf(last.points);
  // A mat of several points, as there and back: the last of them that they reached.
  const reached = stages.findLast((stage) => (counted.get(stage)?.timeMs ?? Infinity) <= timeMs);
  const point = reached ?? stages[0];
  return point === undefined ? seen : { ...seen, lastStage: { point, timeMs } };
}

type ScansOfBand = (bandId: BandId) => Iterable<Scan>;

/**
 * The missing and their last reads, the runners who are out but were seen, DNFs who finished, the entries of race
 * control, and the unassigned wristbands, some of them dismissed (RULES.md MS1, MS2, MS4, MS5, MS6). The summary of an
 * unassigned wristband is computed on request.
 */
export class MissingList {
  readonly #standings = new Map<RunnerId, RunnerStanding>();
  readonly #missing = new Set<RunnerId>();
  /** Undefined: its summary is out of date. */
  readonly #bands = new Map<BandId, UnassignedBand | undefined>();
  readonly #dismissals = new Map<BandId, Dismissal>();
  /** One for each kind and subject (RULES.md RC7). */
  readonly #control = new Map<string, ControlEntry>();
  readonly #scansOf: ScansOfBand;
  #notices: readonly Notice[];
  #massStarts: readonly EventCode[] = [];
  #revision = 0;
  #sightsRevision = 0;

  /** A list that replaces another continues its revisions and notices. */
  constructor(scansOf: ScansOfBand, before?: MissingList) {
    this.#scansOf = scansOf;
    this.#revision = before ? before.revision + 1 : 0;
    this.#sightsRevision = before ? before.sightsRevision + 1 : 0;
    this.#notices = before?.notices ?? [];
  }

  /** Grows whenever the list may have changed, except for where somebody was last seen. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows whenever one of the missing is seen again, or one seen before is added. */
  get sightsRevision(): number {
    return this.#sightsRevision;
  }

  get runnerIds(): ReadonlySet<RunnerId> {
    return this.#missing;
  }

  get notices(): readonly Notice[] {
    return this.#notices;
  }

  setNotices(notices: readonly Notice[]): void {
    this.#notices = notices;
    this.#revision += 1;
  }

  /** The events that started with the gun alone, as far as known (RULES.md ST11). */
  get massStarts(): readonly EventCode[] {
    return this.#massStarts;
  }

  setMassStarts(events: readonly EventCode[]): void {
    if (events.join() === this.#massStarts.join()) return;
    this.#massStarts = events;
    this.#revision += 1;
  }

  /** Undefined removes the runner. */
  setRunner(runnerId: RunnerId, standing: RunnerStanding | undefined): void {
    const before = this.#describe(runnerId);
    if (standing) this.#standings.set(runnerId, standing);
    else this.#standings.delete(runnerId);
    if (standing?.isMissing) this.#missing.add(runnerId);
    else this.#missing.delete(runnerId);
    const after = this.#describe(runnerId);
    if (!isDeepStrictEqual(before.listed, after.listed)) this.#revision += 1;
    if (!isDeepStrictEqual(before.sight, after.sight)) this.#sightsRevision += 1;
  }

  #describe(runnerId: RunnerId) {
    return {
      listed: [
        this.#missing.has(runnerId),
        this.findOutSeen(runnerId),
        this.findDnfFinish(runnerId),
      ],
      sight: this.findLastSeen(runnerId),
    };
  }

  /** Undefined for a runner who was never scanned, or is not missing. */
  findLastSeen(runnerId: RunnerId): RunnerSeen | undefined {
    const standing = this.#standings.get(runnerId);
    return standing?.isMissing ? standing.lastSeen : undefined;
  }

  /** Runners who are out and were read, and where last. */
  listOutsSeen(): readonly (readonly [RunnerId, RunnerSeen])[] {
    return Array.from(this.#standings).flatMap(([runnerId, { isOut, lastSeen }]) =>
      isOut && lastSeen ? [[runnerId, lastSeen] as const] : [],
    );
  }

  /** Undefined for a runner who was never scanned, or is not out. */
  findOutSeen(runnerId: RunnerId): RunnerSeen | undefined {
    const standing = this.#standings.get(runnerId);
    return standing?.isOut ? standing.lastSeen : undefined;
  }

  findDnfFinish(runnerId: RunnerId): EpochMs | undefined {
    return this.#standings.get(runnerId)?.dnfFinishMs;
  }

  /** In the order in which they finished. */
  listFinishedDnfs(): FinishedDnf[] {
    return Array.from(this.#standings)
      .flatMap(([runnerId, { dnfFinishMs: finishTime }]) =>
        finishTime === undefined ? [] : { runnerId, finishTime },
      )
      .toSorted((a, b) => a.finishTime - b.finishTime || compareText(a.runnerId, b.runnerId));
  }

  /** Notes that nobody wears the wristband, or that it was read again. */
  noteUnassigned(bandId: BandId): void {
    this.#bands.set(bandId, undefined);
    this.#revision += 1;
  }

  /** Notes that somebody wears the wristband, which ends its dismissal. */
  noteAssigned(bandId: BandId): void {
    this.#dismissals.delete(bandId);
    if (this.#bands.delete(bandId)) this.#revision += 1;
  }

  putDismissal(dismissal: Dismissal): void {
    this.#dismissals.set(dismissal.bandId, dismissal);
    this.#revision += 1;
  }

  deleteDismissal(bandId: BandId): void {
    if (this.#dismissals.delete(bandId)) this.#revision += 1;
  }

  get controlCount(): number {
    return this.#control.size;
  }

  /** In an order that is the same on every instance. */
  listControl(): readonly ControlEntry[] {
    return [...this.#control.values()].toSorted((a, b) =>
      compareText(keyOfEntry(a), keyOfEntry(b)),
    );
  }

  findControl(place: Pick<ControlEntry, 'kind' | 'subject'>): ControlEntry | undefined {
    return this.#control.get(keyOfEntry(place));
  }

  putControl(entry: ControlEntry): void {
    this.#control.set(keyOfEntry(entry), entry);
    this.#revision += 1;
  }

  deleteControl(place: Pick<ControlEntry, 'kind' | 'subject'>): void {
    this.#control.delete(keyOfEntry(place));
    this.#revision += 1;
  }

  findDismissal(bandId: BandId): Dismissal | undefined {
    return this.#dismissals.get(bandId);
  }

  /** Undefined for a wristband that somebody wears, or that was never read. */
  findUnassigned(bandId: BandId): UnassignedBand | undefined {
    return this.#bands.has(bandId) ? summariseBand(bandId, [...this.#scansOf(bandId)]) : undefined;
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

/** The summary of an unassigned wristband for organisers; undefined without a scan. */
function summariseBand(bandId: BandId, scans: readonly Scan[]): UnassignedBand | undefined {
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
function compareBands(a: BandId, b: BandId): number {
  return a.length - b.length || compareText(a, b);
}
