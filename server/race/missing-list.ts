import { isDeepStrictEqual } from 'node:util';

import type { Courses } from '#shared/model/courses.ts';
import { type ControlEntry, type Dismissal, keyOfEntry } from '#shared/model/decisions.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { parseTimePoints, type TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { compareText, orderScans } from '#shared/scoring/order.ts';
import type { RunnerScore } from '#shared/scoring/score-runner.ts';
import { findFinishDespiteDnf, isInByLaps, isMissing } from '#shared/scoring/whereabouts.ts';
import type { FinishedDnf, LastSeenBody } from '#shared/wire/missing-api.ts';

/** A wristband that was read and has no runner. */
export interface UnassignedBand extends LastSeenBody {
  readonly bandId: BandId;
}

interface RunnerStanding {
  readonly isMissing: boolean;
  /** The last read of a missing runner. */
  readonly lastSeen: LastSeenBody | undefined;
  /** The last read of a runner who is DNF or DNS, or has finished by laps alone (RULES.md MS11). */
  readonly outSeen: LastSeenBody | undefined;
  /** When a DNF runner finished nevertheless. */
  readonly dnfFinishMs: EpochMs | undefined;
}

export function standingOf(
  runner: Runner,
  scans: readonly Scan[],
  score: RunnerScore,
  courses: Courses,
): RunnerStanding {
  const override = parseOverride(runner.overrideTime)?.kind;
  const isNowMissing = isMissing(runner, score);
  const isOut =
    override === 'dnf' ||
    override === 'dns' ||
    (override === undefined && !score.hasFinish && isInByLaps(score));
  const seen = isNowMissing || isOut ? findRunnerSeen(runner, scans, score, courses) : undefined;
  return {
    isMissing: isNowMissing,
    lastSeen: isNowMissing ? seen : undefined,
    outSeen: isOut ? seen : undefined,
    dnfFinishMs: findFinishDespiteDnf(score),
  };
}

function findRunnerSeen(
  { event }: Runner,
  scans: readonly Scan[],
  { counted }: RunnerScore,
  courses: Courses,
): LastSeenBody | undefined {
  const seen = findLastSeen(scans);
  if (!seen) return undefined;
  if (courses.hasLoop(event)) {
    const codes = ['start', ...courses.visitsOf(event).map(({ code }) => code)];
    const at = codes.findLastIndex((code) => counted.has(code));
    const scan = counted.get(codes[at] ?? '');
    const point = courses.routeOf(event)[at];
    return scan && point ? { ...seen, lastStage: { point, time: scan.timeMs, at } } : seen;
  }
  const course = courses.routeOf(event).filter((point) => point !== 'finish');
  const stagesOf = (points: readonly TimePoint[]): TimePoint[] =>
    course.filter((point) => points.includes(point));
  if (stagesOf(parseTimePoints(seen.lastPoint) ?? []).length === 1) return seen;
  const last = orderScans(scans).findLast(({ points }) => stagesOf(points).length > 0);
  if (!last) return seen;
  const { timeMs } = last;
  const stages = stagesOf(last.points);
  // Of a mat of several points, as on a way there and back, the last one that the runner reached.
  const reached = stages.findLast((stage) => (counted.get(stage)?.timeMs ?? Infinity) <= timeMs);
  const point = reached ?? stages[0];
  return point === undefined ? seen : { ...seen, lastStage: { point, time: timeMs } };
}

const ABSENT: RunnerStanding = {
  isMissing: false,
  lastSeen: undefined,
  outSeen: undefined,
  dnfFinishMs: undefined,
};

type ScansOfBand = (bandId: BandId) => Iterable<Scan>;

/**
 * The state of the roll-call: missing runners with their last reads, runners who are out but were read, DNFs who finished,
 * entries of race control, and unassigned wristbands with their dismissals (RULES.md MS1, MS2, MS4, MS5, MS6).
 */
export class MissingList {
  readonly #standings = new Map<RunnerId, RunnerStanding>();
  readonly #missing = new Set<RunnerId>();
  /** Unassigned wristbands, with a summary made on request; undefined if outdated. */
  readonly #bands = new Map<BandId, UnassignedBand | undefined>();
  readonly #dismissals = new Map<BandId, Dismissal>();
  /** One for each kind and subject (RULES.md RC7). */
  readonly #control = new Map<string, ControlEntry>();
  readonly #scansOf: ScansOfBand;
  #revision = 0;
  #sightsRevision = 0;

  constructor(scansOf: ScansOfBand) {
    this.#scansOf = scansOf;
  }

  /** Grows whenever the list may have changed, except for last reads of the missing. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows whenever last reads of the missing changed. */
  get sightsRevision(): number {
    return this.#sightsRevision;
  }

  get runnerIds(): ReadonlySet<RunnerId> {
    return this.#missing;
  }

  /** Undefined removes the runner. */
  setRunner(runnerId: RunnerId, standing: RunnerStanding | undefined): void {
    const { lastSeen: seenBefore, ...before } = this.#standings.get(runnerId) ?? ABSENT;
    const { lastSeen, ...now } = standing ?? ABSENT;
    if (standing) this.#standings.set(runnerId, standing);
    else this.#standings.delete(runnerId);
    if (now.isMissing) this.#missing.add(runnerId);
    else this.#missing.delete(runnerId);
    if (!isDeepStrictEqual(before, now)) this.#revision += 1;
    if (!isDeepStrictEqual(seenBefore, lastSeen)) this.#sightsRevision += 1;
  }

  /** Undefined for a runner who was never read, or is not missing. */
  findLastSeen(runnerId: RunnerId): LastSeenBody | undefined {
    return this.#standings.get(runnerId)?.lastSeen;
  }

  /** Runners who are out and were read, with their last reads. */
  listOutsSeen(): readonly (readonly [RunnerId, LastSeenBody])[] {
    return Array.from(this.#standings).flatMap(([runnerId, { outSeen }]) =>
      outSeen ? [[runnerId, outSeen] as const] : [],
    );
  }

  /** Undefined for a runner who was never read, or is not out. */
  findOutSeen(runnerId: RunnerId): LastSeenBody | undefined {
    return this.#standings.get(runnerId)?.outSeen;
  }

  findDnfFinish(runnerId: RunnerId): EpochMs | undefined {
    return this.#standings.get(runnerId)?.dnfFinishMs;
  }

  /** In the order of their finishes. */
  listFinishedDnfs(): FinishedDnf[] {
    return Array.from(this.#standings)
      .flatMap(([runnerId, { dnfFinishMs: finishTime }]) =>
        finishTime === undefined ? [] : { runnerId, finishTime },
      )
      .toSorted((a, b) => a.finishTime - b.finishTime || compareText(a.runnerId, b.runnerId));
  }

  /** The wristband has no runner, or was read again. */
  noteUnassigned(bandId: BandId): void {
    this.#bands.set(bandId, undefined);
    this.#revision += 1;
  }

  /** The wristband has a runner, which ends its dismissal. */
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

  /** Undefined for a wristband that has a runner, or was never read. */
  findUnassigned(bandId: BandId): UnassignedBand | undefined {
    if (!this.#bands.has(bandId)) return undefined;
    const sight = this.#bands.get(bandId) ?? findLastSeen([...this.#scansOf(bandId)]);
    const band = sight && { bandId, ...sight };
    this.#bands.set(bandId, band);
    return band;
  }

  /** In the order of the wristband numbers. */
  listUnassigned(): UnassignedBand[] {
    return Array.from(this.#bands.keys())
      .flatMap((bandId) => this.findUnassigned(bandId) ?? [])
      .toSorted((a, b) => compareBands(a.bandId, b.bandId));
  }
}

/** The last of the scans of one wristband, whatever its verdict (RULES.md MS2, MS4); undefined without a scan. */
export function findLastSeen(scans: readonly Scan[]): LastSeenBody | undefined {
  const ordered = orderScans(scans);
  const last = ordered.at(-1);
  return last && { scans: ordered.length, lastPoint: last.points.join(','), lastTime: last.timeMs };
}

/** By number: wristband numbers have no leading zeros. */
function compareBands(a: BandId, b: BandId): number {
  return a.length - b.length || compareText(a, b);
}
