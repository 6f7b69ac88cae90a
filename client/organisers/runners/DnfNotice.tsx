import type { RaceConfig } from '#shared/model/race-config.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { parseOverride } from '#shared/scoring/override.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { useLists } from '../lists/ListsProvider.tsx';
import { describeTime } from './describe-sight.ts';
import { useToday } from './use-today.ts';

export interface DnfNoticeProps {
  readonly runner: AdminRunner;
  readonly config: RaceConfig | undefined;
}

/** Says in the editor that a runner who is out came in all the same, and what makes the finish count. */
export function DnfNotice({ runner, config = DEFAULT_CONFIG }: DnfNoticeProps): ReactNode {
  const finishMs = useLists().missing?.dnfFinishes.get(runner.runnerId);
  const today = useToday(config.timeZone);
  if (finishMs === undefined) return null;
  const isByOverride = parseOverride(runner.overrideLime)?.kind === 'dnf';
  return (
    <Banner kind="notice">
      Out of the race (DNF), but scanned at the finish at{' '}
      {describeTime(finishMs, config.timeZone, today)}.{' '}
      {isByOverride
        ? 'Empty the override time if the finish is to count.'
        : 'There is no start to count from: enter it on Config, or a total as override time.'}
    </Banner>
  );
}
