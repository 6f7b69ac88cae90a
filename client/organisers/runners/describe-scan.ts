import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { Verdict } from '#shared/scoring/judge-scan.ts';
import type { RunnerScan, RunnerScansBody } from '#shared/wire/runners-api.ts';

import { describePoint } from './describe-sight.ts';

/** Where the mat stands, in the words of the race: `Carn Ingli (CP2)`, `Start + Finish`. */
export function describePlace(
  points: readonly TimePoint[],
  event: EventCode,
  config: RaceConfig,
): string {
  return points.map((point) => describePoint(point, config, event)).join(' + ');
}

/** Why a scan does not count, whoever the runner is; RULES.md SC4. */
const REASONS: Readonly<Record<Exclude<Verdict, 'counted'>, string>> = {
  duplicate: 'another scan counts here',
  'before-start': 'before the start',
  'too-early': 'too early for a finish',
  'after-finish': 'after the finish',
  'wrong-course': 'not on this runner’s course',
  unassigned: 'nobody has this band',
};

/** What became of a scan, in words. A finish counts for nothing where a DNF or an override stands in its place. */
export function describeVerdict(
  { verdict, countedAt, points }: Pick<RunnerScan, 'verdict' | 'countedAt' | 'points'>,
  status: RunnerScansBody['status'],
  isOverridden: boolean,
  config: RaceConfig,
): string {
  if (verdict !== 'counted') return `not counted: ${REASONS[verdict]}`;
  if (countedAt.includes('finish')) {
    if (status === 'dnf') return 'not counted: runner is out (DNF)';
    if (isOverridden) return 'not counted: the override time stands';
  }
  if (points.length === 1) return 'counted';
  return `counted as ${countedAt.map((point) => describePoint(point, config)).join(' + ')}`;
}
