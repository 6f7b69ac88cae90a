import type { ReactNode } from 'react';

import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { StartReason } from '#shared/scoring/own-start.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { useRunnerStart } from './use-runner-start.ts';

export interface StartOfRunnerProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
}

/** The start that counts, and a finisher's gun and chip times. */
export function StartOfRunner({ result, config }: StartOfRunnerProps): ReactNode {
  const texts = useAllTexts();
  const { start, times } = useStartAndTimes(result);
  const current = start && start.ms === result.startedAtMs ? start : undefined;
  const line = joinParts([
    current && describeStart(current, config, texts),
    ...listTimes(times, result, texts),
  ]);
  return line === '' ? null : <p className="text-s muted">{line}</p>;
}

/** The start and times of a runner in the results; fetched again when the start or the total changes. */
export function useStartAndTimes({
  runnerId,
  startedAtMs,
  totalMs,
}: UnrankedResult): ReturnType<typeof useRunnerStart> {
  return useRunnerStart(runnerId, [startedAtMs, totalMs].join());
}

/** `Gun time 1:07:40`, `Chip time 1:07:31`, the ranking one first; empty unless one of them is the total. */
export function listTimes(
  times: ReturnType<typeof useRunnerStart>['times'],
  { totalMs }: Pick<UnrankedResult, 'totalMs'>,
  { start }: AllTexts,
): readonly string[] {
  const { gun = null, chip = null } = times ?? {};
  if (gun === null || chip === null || (totalMs !== gun && totalMs !== chip)) return [];
  const both = [`${start.gun} ${formatElapsed(gun)}`, `${start.chip} ${formatElapsed(chip)}`];
  return totalMs === gun ? both : both.toReversed();
}

/** `Own start 11:05:30`, `Gun start 11:05:30, Blue wave`; empty if no start is known. */
export function describeStart(
  start: StartReason,
  config: RaceConfig,
  { start: labels }: AllTexts,
): string {
  if (start.kind === 'none') return '';
  const { own, gun, chip } = labels.by;
  const by = { own, wave: gun, distance: gun, race: gun, chip }[start.kind];
  const at = formatWallClock(start.ms, config.timeZone).slice(11).replaceAll('-', ':');
  const wave = start.kind === 'wave' ? coursesOf(config).findWave(start.wave)?.name : undefined;
  return [`${by} ${at}`, wave].filter(Boolean).join(', ');
}
