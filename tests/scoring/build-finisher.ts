import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import type { RunnerScore } from '#shared/scoring/score-runner.ts';
import { buildRunner } from '#tests/support/builders.ts';

type Given = Pick<UnrankedResult, 'runnerId'> & Partial<UnrankedResult>;

/** A PB finisher in one hour without splits; the texts follow from the times that are given. */
export function buildFinisher(overrides: Given): UnrankedResult {
  const { events: event = 'PB', runnerId } = overrides;
  const score: RunnerScore = {
    listed: true,
    status: overrides.status ?? 'finished',
    isDisqualified: overrides.isDisqualified ?? false,
    laps: overrides.laps ?? undefined,
    categoryMs: overrides.categoryMs ?? undefined,
    totalMs: overrides.totalMs === undefined ? 3_600_000 : overrides.totalMs,
    startMs: overrides.startedAtMs ?? 0,
    crossing: undefined,
    finishCrossing: undefined,
    splitsMs: overrides.splitsMs ?? [null, null, null, null, null, null],
    komsMs: overrides.komsMs ?? [null, null],
    hasFinish: true,
    counted: new Map(),
    verdicts: new Map(),
  };
  const runner = buildRunner({ runnerId, event });
  return { ...presentUnrankedResult(runner, score, USUAL_COURSES), ...overrides };
}
