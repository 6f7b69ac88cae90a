import { takesPart } from '#shared/model/runner.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { locateOnCourse } from '#shared/format/describe-result.ts';
import { explainStart } from '#shared/scoring/own-start.ts';
import { findGunAndChip } from '#shared/scoring/score-runner.ts';
import { findLastPoint } from '#shared/scoring/placed-runner.ts';
import { findStartPhases } from '#shared/scoring/start-phase.ts';
import type { RunnerOutcome } from '#shared/wire/runners-api.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { LiveRace } from './live-race.ts';
import type { ScoredRunner } from './present-scans.ts';

/** The outcome of a runner, with the public places, also for a private one. */
export function presentOutcome(
  { runner, scans, score, rules, gaps }: ScoredRunner,
  { standings, config, massStarts }: Pick<LiveRace, 'standings' | 'config' | 'massStarts'>,
  nowMs: EpochMs,
): RunnerOutcome {
  const result = standings.find(runner.runnerId);
  // A runner who is out has no place (GP1).
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
    ...findGunAndChip(runner, scans, rules, gaps),
    hasFinish: score.hasFinish,
    seen: locateOnCourse({ ...score, events: runner.event }, rules.courses) ?? null,
    places: result && point !== undefined ? standings.groupPlacesAt(result, point) : null,
  };
}
