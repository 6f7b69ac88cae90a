import type { ReactNode } from 'react';
import { describeWait, namePoint } from '#client/spectators/describe-wait.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { Outlook } from '#shared/forecast/look-ahead.ts';
import { type PointWait, explainWait } from '#shared/forecast/point-wait.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { describeRange } from './describe-runner.ts';
import styles from './NextNews.module.css';

export interface NextNewsProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
  readonly outlooks: readonly Outlook[];
  readonly wait: PointWait | null;
}

/** Where and when somebody on course is expected next, or why there is no news of them (SCREENS.md RP16). */
export function NextNews({ result, config, nowMs, outlooks, wait }: NextNewsProps): ReactNode {
  const texts = useAllTexts();
  const context = { texts, config, nowMs };
  const reason = wait && explainWait(wait, nowMs);
  const [next] = outlooks;
  // The card already gives the finish.
  const range =
    next && next.stage !== 'finish' && !next.isOverdue && describeRange(result, next, context);
  const words = reason
    ? describeWait(result, reason, context)
    : range
      ? texts.waiting.expected(namePoint(next.stage, result.events, context), range)
      : '';
  if (words === '' && next?.stage === 'finish') return null;
  return <p className={styles.next}>{words}</p>;
}
