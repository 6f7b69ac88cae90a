import type { WaitReason } from '#shared/forecast/point-wait.ts';
import { describeName } from '#shared/format/describe-name.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { isolateText } from '#client/ui/isolate-text.ts';

export interface WaitContext {
  readonly texts: Pick<AllTexts, 'common' | 'runner' | 'waiting'>;
  readonly config: Pick<RaceConfig, 'wayPoints' | 'timeZone' | 'setup'>;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** The name of a runner within a sentence: the first name, else as everywhere. */
export function nameShortly(runner: Starter, { common }: Pick<AllTexts, 'common'>): string {
  return isolateText(runner.firstName || describeName(runner, common));
}

/** The name of a point within a sentence. */
export function namePoint(
  point: StagePoint,
  event: EventCode,
  { texts, config }: Pick<WaitContext, 'texts' | 'config'>,
): string {
  return point === 'finish' ? texts.runner.theFinish : labelCheckpoint(point, config, event);
}

/** Why there is no news of a runner, in one sentence (RULES.md XP11). */
export function describeWait(runner: Starter, reason: WaitReason, context: WaitContext): string {
  const { texts, config, nowMs } = context;
  const { waiting, common } = texts;
  const point = namePoint(reason.point, runner.events, context);
  const name = nameShortly(runner, texts);
  if (reason.kind === 'silent') {
    return waiting.silent(point, reason.forMs === null ? undefined : common.age(reason.forMs));
  }
  if (reason.kind === 'few') return waiting.few(point, reason.count);
  // To the nearest minute, as everywhere: the estimate is no better.
  const nearestMs = reason.expectedMs + MINUTE_MS / 2;
  const at = common.dates.clockAt(nearestMs, nowMs, config.timeZone);
  return reason.kind === 'quiet'
    ? waiting.quiet(name, point, at)
    : waiting.passed(name, point, reason.count, at);
}
