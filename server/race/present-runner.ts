import { locateOnCourse } from '#shared/format/describe-result.ts';
import type { Report } from '#shared/model/decisions.ts';
import {
  ENTRY_DETAILS,
  findDisqualification,
  type Runner,
  takesPart,
} from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { type CountedScans, findCountedAt, UNASSIGNED } from '#shared/scoring/count-scans.ts';
import { orderScans } from '#shared/scoring/order.ts';
import { explainStart } from '#shared/scoring/own-start.ts';
import { findLastPoint } from '#shared/scoring/placed-runner.ts';
import {
  findGunAndChip,
  type JudgedScans,
  type RunnerScore,
} from '#shared/scoring/score-runner.ts';
import { findStartPhases } from '#shared/scoring/start-phase.ts';
import type { AdminRunner, RunnerOutcome, RunnerScan } from '#shared/wire/runners-api.ts';

import type { LiveRace } from './live-race.ts';

/** A runner for organisers, with every field by name, including the contract's double names. */
export function presentAdminRunner(runner: Runner): AdminRunner {
  const disqualified = findDisqualification(runner);
  return {
    runnerId: runner.runnerId,
    raceNumber: runner.bandId ?? '',
    bandID: runner.bandId ?? '',
    category: runner.ageGroup,
    ageGroup: runner.ageGroup,
    bibNumber: runner.bibNumber,
    firstName: runner.firstName,
    lastName: runner.lastName,
    event: runner.event,
    runClub: runner.runClub,
    overrideLime: runner.overrideTime,
    ...(disqualified && { disqualified }),
    mobileNumber: runner.mobileNumber,
    ...presentDetails(runner),
    rev: runner.rev,
    ...(runner.isAgeGroupDerived ? { isAgeGroupDerived: true } : {}),
    ...(runner.isPrivate ? { isPrivate: true } : {}),
    ...(runner.earlierBandIds ? { earlierBands: [...runner.earlierBandIds] } : {}),
  };
}

/** A runner of the organisers' lists, with the reports about them. */
export function presentListedRunner(runner: Runner, reports: readonly Report[]): AdminRunner {
  return { ...presentAdminRunner(runner), ...(reports.length > 0 ? { reports } : {}) };
}

/** The details of the entry other than the telephone number; empty ones are absent. */
function presentDetails(runner: Runner): Partial<AdminRunner> {
  return Object.fromEntries(
    ENTRY_DETAILS.flatMap((name) => (runner[name] ? [[name, runner[name]]] : [])),
  );
}

export interface ScoredRunner extends JudgedScans {
  readonly score: RunnerScore;
}

/** Whether the scan counts at the point, at any visit. */
export function isCountedAt(point: TimePoint, scan: Scan, counted: CountedScans): boolean {
  return findCountedAt(point, scan, counted)?.scanId === scan.scanId;
}

/** The scans of a runner for organisers, in scoring order. */
export function presentScans({ runner, scans, score }: ScoredRunner): RunnerScan[] {
  return orderScans(scans).map((scan) => ({
    bandID: scan.isByHand || scan.bandId === runner.bandId ? undefined : scan.bandId,
    isByHand: scan.isByHand,
    time: new Date(scan.timeMs).toISOString(),
    timeMs: scan.timeMs,
    points: scan.points,
    source: scan.source,
    verdict: score.verdicts.get(scan.scanId) ?? UNASSIGNED,
    countedAt: scan.points.filter((point) => isCountedAt(point, scan, score.counted)),
  }));
}

/** The outcome of a runner, with the public places, even for a private runner. */
export function presentOutcome(
  { runner, scans, score, rules, gaps }: ScoredRunner,
  { standings, config, massStarts }: Pick<LiveRace, 'standings' | 'config' | 'massStarts'>,
  nowMs: EpochMs,
): RunnerOutcome {
  const result = standings.find(runner.runnerId);
  // A DNF runner has no place (GP1).
  const point =
    result && score.status !== 'dnf' ? findLastPoint(result, standings.courses) : undefined;
  return {
    isListed: score.listed,
    isOnCourseByGun:
      !score.listed &&
      takesPart(runner) &&
      findStartPhases({ ...config, massStarts }, rules, nowMs)(runner) === 'by-gun',
    status: score.status,
    override: parseOverride(runner.overrideTime)?.kind ?? null,
    startMs: score.startMs,
    start: explainStart(runner, score.startMs, rules, config),
    totalMs: score.totalMs,
    ...findGunAndChip({ runner, scans, rules, gaps }),
    hasFinish: score.hasFinish,
    seen: locateOnCourse({ ...score, events: runner.event }, rules.courses) ?? null,
    places: result && point !== undefined ? standings.groupPlacesAt(result, point) : null,
  };
}
