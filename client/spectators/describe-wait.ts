import { describeName } from '#shared/format/describe-name.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { labelPoint } from '#shared/scoring/course.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';
import { writeExpected } from '#shared/texts/dates.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { isolateText } from '#shared/format/isolate-text.ts';

export interface WaitContext {
  readonly texts: Pick<AllTexts, 'common' | 'runner' | 'waiting'>;
  readonly config: Pick<RaceConfig, 'wayPoints' | 'timeZone' | 'setup'>;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** A runner's name within a sentence: the first name, else the usual one. */
function nameShortly(runner: Starter, { common }: Pick<AllTexts, 'common'>): string {
  return isolateText(runner.firstName || describeName(runner, common));
}

/** A sentence about an overdue runner: where they were expected, and by when. */
export function describeWait(
  runner: Starter,
  point: StagePoint,
  latestMs: EpochMs,
  context: WaitContext,
): string {
  const { texts, config, nowMs } = context;
  const clock = writeExpected(texts.common.dates, latestMs, nowMs, config.timeZone);
  return texts.waiting.overdue(
    nameShortly(runner, texts),
    labelPoint(point, texts.runner.theFinish, config, runner.events),
    clock,
  );
}
