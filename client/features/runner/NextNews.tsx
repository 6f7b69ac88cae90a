import type { ReactNode } from 'react';
import { describeWait } from '#client/spectators/describe-wait.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { type Outlook, isLongPast } from '#shared/forecast/forecast.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { labelPoint } from '#shared/scoring/course.ts';
import { describeRange } from './describe-runner.ts';

export interface NextNewsProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
  /** The stages ahead, the next one first. */
  readonly outlooks: readonly Outlook[];
}

/** Where and when a runner on course is expected next, or is overdue. */
export function NextNews({ result, config, nowMs, outlooks }: NextNewsProps): ReactNode {
  const texts = useAllTexts();
  const [next] = outlooks;
  // The status card already shows the finish.
  if (next?.stage === 'finish') return null;
  return <p className="reserved text-l anywhere">{next && describe(next)}</p>;

  function describe(outlook: Outlook): string {
    const context = { texts, config, nowMs };
    const { startedAtMs } = result;
    if (startedAtMs === null || isLongPast(outlook, nowMs - startedAtMs)) return '';
    const { stage, latestMs, isOverdue } = outlook;
    if (isOverdue) return describeWait(result, stage, startedAtMs + latestMs, context);
    const range = describeRange(result, outlook, context);
    const point = labelPoint(stage, texts.runner.theFinish, config, result.events);
    return range ? texts.waiting.expected(point, range) : '';
  }
}
