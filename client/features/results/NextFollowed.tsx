import type { ReactNode } from 'react';
import { describeWait, namePoint, nameShortly } from '#client/spectators/describe-wait.ts';
import type { Expect } from '#client/spectators/use-forecast.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { isLongPast, lookAhead } from '#shared/forecast/forecast.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { writeExpected } from '#shared/texts/dates.ts';
import styles from './FollowingCard.module.css';

export interface NextFollowedProps {
  /** The followed runners in the results. */
  readonly seen: readonly UnrankedResult[];
  readonly config: RaceConfig;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  readonly expect: Expect;
}

/** The followed runner who is overdue, else the one expected next. */
export function NextFollowed({ seen, config, nowMs, expect }: NextFollowedProps): ReactNode {
  const texts = useAllTexts();
  const racing = seen.filter(({ status }) => status === 'racing');
  if (racing.length === 0) return null;
  const context = { texts, config, nowMs };
  const stages = racing
    .flatMap((result) => findNext(result, expect, nowMs) ?? [])
    .toSorted((a, b) => a.atMs - b.atMs);
  const overdue = stages.findLast(({ isOverdue }) => isOverdue);
  if (overdue)
    return <Line text={describeWait(overdue.result, overdue.point, overdue.latestMs, context)} />;
  const [next] = stages;
  if (!next) return <Line text="" />;
  const { result, point, atMs } = next;
  const clock = writeExpected(texts.common.dates, atMs, nowMs, config.timeZone);
  const at = namePoint(point, result.events, context);
  return <Line text={texts.waiting.next(nameShortly(result, texts), at, `≈\u00A0${clock}`)} />;
}

function Line({ text }: { readonly text: string }): ReactNode {
  return <p className={`${styles.next} reserved line-above text-m muted anywhere`}>{text}</p>;
}

/** The next point of a runner; undefined if long overdue. */
function findNext(result: UnrankedResult, expect: Expect, nowMs: EpochMs) {
  const [stage] = expect(result, 1);
  const { startedAtMs } = result;
  if (!stage || startedAtMs === null || isLongPast(stage, nowMs - startedAtMs)) return undefined;
  const { elapsedMs, latestMs, isOverdue } = lookAhead(stage, nowMs - startedAtMs);
  const [atMs, byMs] = [startedAtMs + elapsedMs, startedAtMs + latestMs];
  return { result, point: stage.stage, atMs, latestMs: byMs, isOverdue };
}
