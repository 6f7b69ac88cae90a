import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Result } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { Verdict } from '#shared/scoring/count-scans.ts';
import { rankSlowly, type SlowRow } from './slow-ranking.ts';
import {
  gunSlowly,
  isPassedOver,
  matchSlowly,
  pointsSlowly,
  readSlowly,
  readSpan,
  splitsSlowly,
  visitsSlowly,
} from './slow-setup.ts';

/**
 * A second scorer, written from the contract alone and sharing no code with the first: it looks everything up each time,
 * and nothing is clever.
 */

export interface SlowRace {
  readonly results: Result[];
  readonly verdicts: Map<string, Verdict>;
  readonly missing: string[];
}

export function scoreSlowly(
  runners: readonly Runner[],
  scans: readonly Scan[],
  config: RaceConfig,
): SlowRace {
  const setup = readSlowly(config);
  const verdicts = new Map<string, Verdict>();
  const rows: SlowRow[] = [];
  const missing: string[] = [];
  for (const scan of scans) {
    if (!runners.some((runner) => holds(runner, scan))) {
      verdicts.set(scan.scanId, 'unassigned');
    }
  }
  const ownOf = (runner: Runner): Scan[] =>
    scans.filter(
      (scan, index) =>
        holds(runner, scan) && scans.findIndex((other) => other.scanId === scan.scanId) === index,
    );
  const firsts = runners.map((runner) => scoreOne(runner, ownOf(runner), config, NO_SHIFT));
  const shiftAt = (line: 'crossing' | 'finishCrossing', index: number): number => {
    const its = firsts[index]?.[line];
    return its
      ? findShift(
          its,
          firsts.flatMap((one) => one[line] ?? []),
        )
      : 0;
  };
  for (const [index, runner] of runners.entries()) {
    const shift = { start: shiftAt('crossing', index), finish: shiftAt('finishCrossing', index) };
    const slow = scoreOne(runner, ownOf(runner), config, shift);
    for (const [scanId, verdict] of slow.verdicts) verdicts.set(scanId, verdict);
    if (slow.isMissing) missing.push(runner.runnerId);
    if (slow.row) rows.push(slow.row);
  }
  const entered = runners.filter(
    (runner) => !isDns(runner) && (isBanded(runner) || (readSpan(runner.overrideTime) ?? 0) > 0),
  );
  const countOf = (code: string): number => entered.filter(({ event }) => event === code).length;
  return { results: rankSlowly(rows, setup, countOf), verdicts, missing };
}

function holds({ runnerId, bandId, earlierBandIds }: Runner, scan: Scan): boolean {
  if (`hand:${runnerId}` === scan.bandId) return true;
  return bandId === scan.bandId || earlierBandIds?.includes(scan.bandId) === true;
}

function isBanded({ bandId, earlierBandIds }: Runner): boolean {
  return bandId !== undefined || (earlierBandIds !== undefined && earlierBandIds.length > 0);
}

const NO_SHIFT = { start: 0, finish: 0 };

/**
 * The reads of the start line that end with the own start, which is of `source`; or, as seen backwards in time, those of
 * the finish line that begin with the finish.
 */
interface SlowCrossing {
  readonly source: string;
  readonly reads: readonly Pick<Scan, 'timeMs' | 'source'>[];
}

const sourceOf = ({ isByHand, source }: Scan): string => (isByHand ? 'the desk' : source);

function lastAt({ reads }: SlowCrossing, source: string): number | undefined {
  const its = reads.filter((scan) => scan.source === source).map(({ timeMs }) => timeMs);
  return its.length === 0 ? undefined : Math.max(...its);
}

/** How much later the mat that missed the runner would have read them. */
function findShift(its: SlowCrossing, all: readonly SlowCrossing[]): number {
  const mats = new Set(all.flatMap(({ reads }) => reads.map(({ source }) => source)));
  const gaps = [...mats]
    .filter((mat) => ![mat, its.source].includes('the desk') && lastAt(its, mat) === undefined)
    .map((mat) => {
      const between = all
        .flatMap((one) => {
          const [from, to] = [lastAt(one, its.source), lastAt(one, mat)];
          return from === undefined || to === undefined ? [] : [to - from];
        })
        .toSorted((a, b) => a - b);
      const middle = between[Math.ceil(between.length / 2) - 1] ?? 0;
      return between.length < 10 ? 0 : Math.round(middle / 100) * 100;
    });
  return Math.max(0, ...gaps);
}

function isDns({ overrideTime }: Runner): boolean {
  return overrideTime === 'DNS' || overrideTime === 'dns';
}

function scoreOne(
  runner: Runner,
  all: readonly Scan[],
  config: RaceConfig,
  shift: typeof NO_SHIFT,
) {
  const setup = readSlowly(config);
  const course = pointsSlowly(setup, runner.event);
  const visits = visitsSlowly(setup, runner.event);
  const isLooped = visits.some(({ name, point }) => name !== point);
  const distance = setup.distances.find(({ code }) => code === runner.event);
  const gun = gunSlowly(runner, setup, config);
  const earliest =
    readSpan(distance?.earliestFinish ?? '') ?? readSpan(config.earliestFinish) ?? 600_000;
  const at = (scan: Scan, point: string): boolean =>
    course.includes(point) && scan.points.some((name) => name === point);

  const inOrder = all.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1));
  const chosen = all.filter((scan) => !isPassedOver(scan, inOrder, setup, course));
  const hasMat = (hand: Scan): boolean =>
    chosen.some(
      (mat) =>
        !mat.isByHand &&
        course.some((point) => at(mat, point) && at(hand, point)) &&
        mat.timeMs >= hand.timeMs - 10_000 &&
        mat.timeMs <= hand.timeMs + 10_000,
    );
  const own = chosen.filter((scan) => !scan.isByHand || !hasMat(scan));

  const startScans = own.filter((scan) => {
    const isShared = course.some((point) => point !== 'start' && at(scan, point));
    const isBound = at(scan, 'start') && (isLooped ? isShared : at(scan, 'finish'));
    if (isBound && gun !== undefined) return scan.timeMs < gun + earliest;
    return at(scan, 'start');
  });
  const laterReads = own.filter(
    (scan) =>
      !startScans.includes(scan) &&
      course.some((point) => point !== 'start' && at(scan, point)) &&
      (gun === undefined || scan.timeMs > gun),
  );
  const later = first(laterReads);
  const ownStart = last(
    startScans.filter((scan) => later === undefined || scan.timeMs <= later.timeMs),
  );
  const ownMs = ownStart && ownStart.timeMs + shift.start;
  const startBy = (timing: string): number | undefined => {
    if (timing === 'gun') return gun === undefined ? ownMs : gun;
    if (ownMs === undefined) return gun;
    return gun === undefined || ownMs > gun ? ownMs : gun;
  };
  const start = startBy(distance?.clock?.overall ?? config.timing);
  const isByLaps = distance?.rankedBy === 'laps';
  const limit = isByLaps ? (readSpan(distance.limit ?? '') ?? Infinity) : Infinity;
  const every = isByLaps ? readSpan(distance.lapEvery ?? '') : undefined;
  const bells = gun ?? start;
  // Lap by lap: the first read between its two bells, and not too soon after the first of them.
  const inTime: Scan[] = [];
  if (every !== undefined && bells !== undefined && start !== undefined) {
    for (const [lap, { point, leastMs }] of visits.entries()) {
      const read = first(
        own.filter(
          (scan) =>
            at(scan, point) &&
            scan.timeMs - start <= limit &&
            scan.timeMs - bells <= every * (lap + 1) &&
            scan.timeMs - bells >= every * lap + (leastMs > 60_000 ? leastMs : 60_000),
        ),
      );
      if (!read) break;
      inTime.push(read);
    }
  }
  const isTooLate = (scan: Scan): boolean =>
    (start !== undefined && scan.timeMs - start > limit) ||
    (every !== undefined &&
      bells !== undefined &&
      scan.timeMs - bells > every * (inTime.length + 1));

  const isFinish = (scan: Scan): boolean =>
    at(scan, 'finish') && (start === undefined || scan.timeMs >= start + earliest);
  const afterStart = own.filter((scan) => start === undefined || scan.timeMs > start);
  const matched = matchSlowly(
    inOrder.filter(
      (scan) => afterStart.includes(scan) && (gun === undefined || !startScans.includes(scan)),
    ),
    [...visits, { name: 'finish', point: 'finish', leastMs: 0 }],
    (scan, point) => (point === 'finish' ? isFinish(scan) : at(scan, point) && !isTooLate(scan)),
  );
  const lastLap = last(inTime);
  const isAfterLaps = (scan: Scan): boolean =>
    visits.some(({ point }) => at(scan, point))
      ? isTooLate(scan)
      : lastLap === undefined || scan.timeMs > lastLap.timeMs;
  // By each read at the finish, the longest way along the course that reads before it can make.
  const wayTo = (read: Scan): number =>
    longestWay(
      inOrder
        .slice(0, inOrder.indexOf(read))
        .filter((scan) => afterStart.includes(scan) && !isTooLate(scan))
        .map((scan) => visits.map(({ point }) => at(scan, point))),
    );
  const findByOrder = (from: Scan | undefined): Scan | undefined => {
    const further = first(
      own.filter((scan) => from && isFinish(scan) && wayTo(scan) >= wayTo(from) + 2),
    );
    return further ? findByOrder(further) : from;
  };
  const finish =
    every !== undefined
      ? first(own.filter((scan) => isFinish(scan) && isAfterLaps(scan)))
      : isLooped
        ? matched.get('finish')
        : findByOrder(first(own.filter(isFinish)));
  const countedAt = new Map<string, Scan>();
  const note = (point: string, scan: Scan | undefined): void => {
    if (scan) countedAt.set(point, scan);
  };
  note('start', ownStart);
  note('finish', finish);
  for (const [lap, { name, point }] of visits.entries()) {
    const reads = afterStart.filter(
      (scan) =>
        at(scan, point) &&
        !isTooLate(scan) &&
        (finish === undefined || scan.timeMs <= finish.timeMs),
    );
    if (every !== undefined) note(name, inTime[lap]);
    else note(name, isLooped ? matched.get(name) : first(reads));
  }
  const koms: (number | null)[] = [];
  for (const kom of setup.segments) {
    const from = first(afterStart.filter((scan) => at(scan, kom.from)));
    const to = first(own.filter((scan) => from && at(scan, kom.to) && scan.timeMs > from.timeMs));
    if (distance?.segments.includes(kom.code)) {
      note(kom.from, from);
      note(kom.to, to ?? first(afterStart.filter((scan) => at(scan, kom.to))));
      koms.push(from && to ? to.timeMs - from.timeMs : null);
    } else koms.push(null);
  }

  const verdicts = new Map<string, Verdict>();
  for (const scan of all) {
    verdicts.set(scan.scanId, judge(scan));
  }
  function judge(scan: Scan): Verdict {
    const its = course.filter((point) => at(scan, point));
    if (its.length === 0) return 'wrong-course';
    if ([...countedAt.values()].includes(scan)) return 'counted';
    if (startScans.includes(scan) || !own.includes(scan)) return 'duplicate';
    if (start !== undefined && its.includes('finish')) {
      const isByOrder = !isLooped && every === undefined;
      if (scan.timeMs - start < earliest) return 'too-early';
      if (isByOrder && finish && scan.timeMs < finish.timeMs) return 'too-early';
    }
    if (start !== undefined && scan.timeMs - start <= 0) return 'before-start';
    if (isTooLate(scan)) return 'after-finish';
    if (its.some((point) => countedAt.has(point))) return 'duplicate';
    if (finish && scan.timeMs > finish.timeMs) return 'after-finish';
    if (isLooped || every !== undefined) return 'duplicate';
    throw new Error(`No verdict for ${scan.scanId}`);
  }

  const override = readSpan(runner.overrideTime) ?? 0;
  const climbs = setup.segments.filter(({ code }) => distance?.segments.includes(code) === true);
  const isSeen =
    isBanded(runner) &&
    [...countedAt.keys()].some(
      (name) =>
        !visits.some((visit) => visit.name === name && !visit.isShown) ||
        climbs.some(({ from, to }) => from === name || to === name),
    );
  const isListed = !isDns(runner) && (override > 0 || isSeen);
  const isDisqualified = override === 1000 && runner.disqualified !== undefined;
  let status: SlowRow['status'] = 'racing';
  let totalMs: number | null = null;
  let categoryMs: number | undefined;
  const isOver = config.closed || config.closedEvents[runner.event] === true;
  const laps = visits.flatMap(({ name, isShown }) => (isShown ? (countedAt.get(name) ?? []) : []));
  const end = isByLaps
    ? isOver
      ? last(laps)
      : undefined
    : finish && { timeMs: finish.timeMs - shift.finish };
  if (override === 1000) status = 'dnf';
  else if (override > 0) {
    status = 'finished';
    totalMs = override;
  } else if (start !== undefined && end) {
    status = 'finished';
    totalMs = end.timeMs - start;
    const other = startBy(distance?.clock?.category ?? config.timing);
    if (other !== undefined && other !== start) categoryMs = end.timeMs - other;
  } else if (isOver) status = 'dnf';

  const splitsMs = splitsSlowly(setup).map((split) => {
    const scan = countedAt.get(split);
    const isShown = visits.some(({ name, isShown }) => name === split && isShown);
    return scan && isShown && start !== undefined ? scan.timeMs - start : null;
  });
  return {
    verdicts,
    crossing: ownStart && {
      source: sourceOf(ownStart),
      reads: startScans
        .filter(({ timeMs }) => timeMs <= ownStart.timeMs && timeMs >= ownStart.timeMs - 30_000)
        .map((scan) => ({ timeMs: scan.timeMs, source: sourceOf(scan) })),
    },
    finishCrossing: finish && {
      source: sourceOf(finish),
      reads: all
        .filter((scan) => at(scan, 'finish') && scan.timeMs >= finish.timeMs)
        .filter(({ timeMs }) => timeMs <= finish.timeMs + 30_000)
        .map((scan) => ({ timeMs: 0 - scan.timeMs, source: sourceOf(scan) })),
    },
    row: isListed
      ? {
          runner,
          status,
          isDisqualified,
          totalMs,
          laps: isByLaps && !isDisqualified ? laps.length : undefined,
          categoryMs,
          startedAtMs: start ?? null,
          splitsMs: isDisqualified ? splitsMs.map(() => null) : splitsMs,
          komsMs: isDisqualified ? koms.map(() => null) : koms,
        }
      : undefined,
    isMissing:
      isBanded(runner) &&
      finish === undefined &&
      override === 0 &&
      !isDns(runner) &&
      !(isByLaps && status === 'finished'),
  };
}

/** How many visits, each later one by a later read, the reads can be of; by read, whether it can be of each visit. */
function longestWay(reads: readonly (readonly boolean[])[], from = 0): number {
  const [read, ...rest] = reads;
  if (!read) return 0;
  let most = longestWay(rest, from);
  for (const [visit, isAt] of read.entries()) {
    if (isAt && visit >= from) most = Math.max(most, 1 + longestWay(rest, visit + 1));
  }
  return most;
}

function first(candidates: readonly Scan[]): Scan | undefined {
  return candidates.reduce<Scan | undefined>(
    (best, scan) => (best === undefined || isEarlier(scan, best) ? scan : best),
    undefined,
  );
}

function last(candidates: readonly Scan[]): Scan | undefined {
  return candidates.reduce<Scan | undefined>(
    (best, scan) => (best === undefined || isEarlier(best, scan) ? scan : best),
    undefined,
  );
}

function isEarlier(a: Scan, b: Scan): boolean {
  return a.timeMs === b.timeMs ? a.scanId < b.scanId : a.timeMs < b.timeMs;
}
