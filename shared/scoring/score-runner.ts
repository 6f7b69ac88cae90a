import type { Climb, Courses } from '../model/courses.ts';
import type { ScanId } from '../model/ids.ts';
import type { RunnerStatus } from '../model/result.ts';
import { findDisqualification, isWristbanded, type Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { Timing } from '../model/settings.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { type Override, parseOverride } from '../model/typed-words.ts';

import {
  type CountedScans,
  countScans,
  findCountedAt,
  findLapsEnd,
  findStart,
  judgeScan,
  type Verdict,
} from './count-scans.ts';
import { findEvidence, findPassedOver } from './replaced-reads.ts';
import { orderScans } from './order.ts';
import { type ScoringRules, withTiming } from './scoring-rules.ts';
import {
  findFinishCrossing,
  findMissedGap,
  type LineGaps,
  NO_GAPS,
  type StartCrossing,
} from './start-line.ts';

export interface RunnerScore {
  /** Whether the public results show the runner (RULES.md SC5). */
  readonly listed: boolean;
  /** `dnf` also for a DNS, which is not listed. */
  readonly status: RunnerStatus;
  /** A DNF is a DSQ (RULES.md OV9), which changes no splits, KOM times or verdicts here. */
  readonly isDisqualified: boolean;
  /** Null while racing and for a DNF. */
  readonly totalMs: DurationMs | null;
  /** The laps that count, if laps rank (RULES.md RK12). */
  readonly laps: number | undefined;
  /** The total by the clock of categories, if different (RULES.md RK14). */
  readonly categoryMs: DurationMs | undefined;
  /** The start of the runner's time, if any. */
  readonly startMs: EpochMs | null;
  /** The mats crossed at the own start, if any (RULES.md ST10). */
  readonly crossing: StartCrossing | undefined;
  /** The mats crossed at the finish, on a clock that runs backwards (RULES.md FN6). */
  readonly finishCrossing: StartCrossing | undefined;
  /** Null without a split. */
  readonly splitsMs: readonly (DurationMs | null)[];
  readonly komsMs: readonly (DurationMs | null)[];
  /** Whether a finish scan counts, even without a start to time it from. */
  readonly hasFinish: boolean;
  readonly counted: CountedScans;
  readonly verdicts: ReadonlyMap<ScanId, Verdict>;
}

/**
 * Scores one runner (RULES.md). `scans` are those of all their wristbands, each once, in any order; `gaps` are learned
 * from the other runners.
 */
export function scoreRunner(
  runner: Runner,
  scans: readonly Scan[],
  rules: ScoringRules,
  gaps: LineGaps = NO_GAPS,
): RunnerScore {
  const ordered = orderScans(scans);
  const { courses } = rules;
  const course = courses.pointsOf(runner.event);
  const its = rules.of(runner.event);
  const gunMs = rules.gunOf(runner);
  const passedOver = findPassedOver(ordered, courses, course);
  const byMats = passedOver.size === 0 ? ordered : ordered.filter((scan) => !passedOver.has(scan));
  const hands = findEvidence(byMats, course);
  const evidence = passedOver.size === 0 ? hands : new Set([...hands, ...passedOver]);
  const known = course.size === 0 ? [] : ordered; // RD2
  const reads = evidence.size === 0 ? known : known.filter((scan) => !evidence.has(scan));
  const start = findStart(reads, course, gunMs, its, gaps);
  const { startMs } = start;
  const counted = countScans(reads, runner.event, courses, start, its);
  const lapScans = its.lapsUntilMs === undefined ? undefined : listLaps(runner, courses, counted);
  const run = courses.visitsOf(runner.event).filter(({ code }) => counted.has(code)).length;
  const lapsEndMs = findLapsEnd(start, its, run);
  const isByVisits = courses.hasLoop(runner.event) || its.lapEveryMs !== undefined;
  const context = { course, gunMs, startMs, lapsEndMs, counted, evidence, isByVisits, rules: its };

  const verdicts = new Map<ScanId, Verdict>();
  for (const scan of ordered) verdicts.set(scan.scanId, judgeScan(scan, context));

  const override = parseOverride(runner.overrideTime);
  const isListed =
    override === undefined
      ? isWristbanded(runner) && isPublic(counted, courses.hiddenOf(runner.event))
      : override.kind !== 'dns'; // SC5
  const isOver = isListed && its.isClosed;
  const finish = counted.get('finish');
  const last = lapScans ? lapScans.toSorted((a, b) => a.timeMs - b.timeMs).at(-1) : finish;
  // Includes replaced reads: they show the gap of the backup line (MB1).
  const finishCrossing = finish && findFinishCrossing(known, finish);
  const earlyMs =
    finishCrossing && last === finish ? findMissedGap(finishCrossing, gaps.finish) : 0;
  const endMs = lapScans && !isOver ? undefined : last && last.timeMs - earlyMs; // RK12
  const scannedMs = startMs === undefined || endMs === undefined ? undefined : endMs - startMs;
  const outcome = decideOutcome(override, scannedMs, isOver);
  let categoryMs: DurationMs | undefined; // RK14
  if (its.categoryTiming !== its.timing && endMs !== undefined && scannedMs !== undefined) {
    const otherRules = { ...its, timing: its.categoryTiming };
    const { startMs: otherMs = 0 } = findStart(reads, course, gunMs, otherRules, gaps);
    if (!override && otherMs !== startMs) categoryMs = endMs - otherMs;
  }
  return {
    ...outcome,
    laps: lapScans?.length,
    categoryMs,
    isDisqualified: findDisqualification(runner) !== undefined,
    listed: isListed,
    startMs: startMs ?? null,
    crossing: start.crossing,
    finishCrossing,
    splitsMs: listSplits(runner, courses, counted, startMs),
    komsMs: courses.climbs.map((climb) => timeBetween(counted, climb)),
    hasFinish: counted.has('finish'),
    counted,
    verdicts,
  };
}

/** Status and total: the override first, then the scans, then whether the race is over (RULES.md OV). */
function decideOutcome(
  override: Override | undefined,
  scannedMs: DurationMs | undefined,
  isOver: boolean,
): Pick<RunnerScore, 'status' | 'totalMs'> {
  if (override?.kind === 'dnf' || override?.kind === 'dns') return { status: 'dnf', totalMs: null };
  const totalMs = override?.totalMs ?? scannedMs;
  if (totalMs !== undefined) return { status: 'finished', totalMs };
  return { status: isOver ? 'dnf' : 'racing', totalMs: null };
}

/** Whether any scan counts at a visit for everybody (RULES.md RD4). */
function isPublic(counted: CountedScans, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return counted.size > 0;
  return [...counted.keys()].some((code) => !hidden.has(code));
}

function listLaps({ event }: Runner, courses: Courses, counted: CountedScans): readonly Scan[] {
  const laps = courses.visitsOf(event).filter(({ isShown }) => isShown);
  return laps.flatMap(({ code }) => counted.get(code) ?? []);
}

/** Of the shown stages (RULES.md RD4). */
function listSplits(
  { event }: Runner,
  courses: Courses,
  counted: CountedScans,
  startMs: EpochMs | undefined,
): readonly (DurationMs | null)[] {
  const splitsMs = courses.slots.map((): DurationMs | null => null);
  if (startMs === undefined) return splitsMs;
  for (const { slot } of courses.stagesOf(event)) {
    const split = counted.get(courses.slots[slot]?.code ?? '');
    if (split) splitsMs[slot] = split.timeMs - startMs;
  }
  return splitsMs;
}

/** Null unless both ends count and the end is the later (RULES.md KM1). */
function timeBetween(counted: CountedScans, climb: Climb): DurationMs | null {
  const start = counted.get(climb.start);
  const end = counted.get(climb.end);
  return start && end && end.timeMs > start.timeMs ? end.timeMs - start.timeMs : null;
}

/** The total by the gun and by the own start, if any (RULES.md ST5). */
export type GunAndChip = Readonly<Record<Timing, DurationMs | null>>;

export interface JudgedScans {
  readonly runner: Runner;
  /** In any order. */
  readonly scans: readonly Scan[];
  readonly rules: ScoringRules;
  readonly gaps: LineGaps;
}

/** Both totals of a runner's scans, ignoring an override. */
export function findGunAndChip({ runner, scans, rules, gaps }: JudgedScans): GunAndChip {
  const scanned = { ...runner, overrideTime: '' };
  const scoreBy = (timing: Timing) => scoreRunner(scanned, scans, withTiming(rules, timing), gaps);
  const chip = scoreBy('chip');
  return {
    gun: rules.gunOf(runner) === undefined ? null : scoreBy('gun').totalMs,
    chip: chip.crossing === undefined ? null : chip.totalMs,
  };
}

/**
 * Both totals of a finisher for files (PROTOCOL.md FE3); null for all others. A typed total is the one that ranks, and the
 * other differs from it as the gun differs from the own start.
 */
export function findFiledGunAndChip(
  scored: JudgedScans & { readonly score: Pick<RunnerScore, 'status' | 'totalMs'> },
): GunAndChip {
  const { runner, score, rules } = scored;
  const { status, totalMs } = score;
  if (status !== 'finished' || totalMs === null) return { gun: null, chip: null };
  const { gun, chip } = findGunAndChip(scored);
  if (parseOverride(runner.overrideTime) === undefined) return { gun, chip };
  const waitMs = gun === null || chip === null ? null : gun - chip;
  return rules.of(runner.event).timing === 'gun'
    ? { gun: totalMs, chip: waitMs === null ? null : totalMs - waitMs }
    : { gun: waitMs === null ? null : totalMs + waitMs, chip: totalMs };
}

const MOST_RIVALS = 10;

/**
 * The reads to void so that `read` counts at one of its points: those that count there instead, one after the other.
 * Undefined if it counts already, would not count even without them, or has more than {@link MOST_RIVALS}.
 */
export function findRivals(
  { runner, scans, rules, gaps }: JudgedScans,
  read: Pick<Scan, 'scanId' | 'points' | 'timeMs'>,
): readonly ScanId[] | undefined {
  const rivals: ScanId[] = [];
  while (rivals.length <= MOST_RIVALS) {
    const left = scans.filter((scan) => !rivals.includes(scan.scanId));
    const { counted } = scoreRunner(runner, left, rules, gaps);
    const there = read.points.flatMap((point) => findCountedAt(point, read, counted) ?? []);
    if (there.some((scan) => scan.scanId === read.scanId))
      return rivals.length > 0 ? rivals : undefined;
    const [rival] = there;
    if (!rival) return undefined;
    rivals.push(rival.scanId);
  }
  return undefined;
}
