import type { ReactNode } from 'react';
import { describeWait, namePoint, nameShortly } from '#client/spectators/describe-wait.ts';
import type { FollowedPerson } from '#client/spectators/find-followed.ts';
import type { Forecasts } from '#client/spectators/use-forecast.ts';
import { useWaits } from '#client/spectators/use-waits.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { lookAhead } from '#shared/forecast/look-ahead.ts';
import { explainWait } from '#shared/forecast/point-wait.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';
import styles from './NextFollowed.module.css';

export interface NextFollowedProps {
  readonly people: readonly FollowedPerson[];
  readonly config: RaceConfig;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  readonly forecasts: Forecasts;
}

/** The followed runner who is expected next, or why there is no news of one (SCREENS.md FW16). */
export function NextFollowed({ people, config, nowMs, forecasts }: NextFollowedProps): ReactNode {
  const texts = useAllTexts();
  const racing = people.flatMap((one) =>
    one.kind === 'seen' && one.result.status === 'racing' ? [one.result] : [],
  );
  const findWait = useWaits(racing, forecasts, nowMs);
  if (racing.length === 0) return null;
  const context = { texts, config, nowMs };
  const waited = racing
    .flatMap((result) => {
      const wait = findWait(result);
      const reason = wait && explainWait(wait, nowMs);
      return reason ? [{ result, reason, isOverdue: wait.expectedMs !== null }] : [];
    })
    .toSorted((a, b) => b.reason.fromMs - a.reason.fromMs);
  const overdue = waited.find(({ isOverdue }) => isOverdue);
  const [next] = racing
    .flatMap((result) => findNext(result, forecasts, nowMs) ?? [])
    .toSorted((a, b) => a.atMs - b.atMs);
  if (next && !overdue) {
    const { result, point, atMs } = next;
    const clock = texts.common.dates.clockOn(atMs + MINUTE_MS / 2, nowMs, config.timeZone);
    const name = nameShortly(result, texts);
    const at = namePoint(point, result.events, context);
    return <Line words={texts.waiting.next(name, at, `≈\u00A0${clock}`)} />;
  }
  const shown = overdue ?? waited[0];
  if (!shown) return <Line words="" />;
  const { result, reason } = shown;
  const words = describeWait(result, reason, context);
  const isNamed = reason.kind === 'passed' || reason.kind === 'quiet';
  return <Line words={isNamed ? words : texts.waiting.of(nameShortly(result, texts), words)} />;
}

function Line({ words }: { readonly words: string }): ReactNode {
  return <p className={styles.next}>{words}</p>;
}

interface NextStage {
  readonly result: UnrankedResult;
  readonly point: StagePoint;
  readonly atMs: EpochMs;
}

/** Where a runner is expected first, unless that is past. */
function findNext(
  result: UnrankedResult,
  { expect }: Forecasts,
  nowMs: EpochMs,
): NextStage | undefined {
  const [stage] = expect(result);
  const { startedAtMs } = result;
  if (!stage || startedAtMs === null) return undefined;
  const { elapsedMs, isOverdue } = lookAhead(stage, nowMs - startedAtMs);
  return isOverdue ? undefined : { result, point: stage.stage, atMs: startedAtMs + elapsedMs };
}
