import type { ReactNode } from 'react';
import { isClosedFor } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { useRace } from '#client/live/race-store.tsx';
import { NewsControl } from '#client/spectators/news/NewsControl.tsx';
import { useTick } from '#client/ui/use-tick.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { findFirstGun } from '#shared/scoring/tabs.ts';
import { describeAwaited } from './describe-runner.ts';
import { RunnerFrame } from './RunnerFrame.tsx';
import { describeStart } from './StartOfRunner.tsx';
import { StatusCard } from './StatusCard.tsx';
import { useRunnerStart } from './use-runner-start.ts';

export interface AwaitedRunnerProps {
  readonly starter: Starter;
  readonly config: ConfigBody;
}

/** The page of a registered runner without a result. */
export function AwaitedRunner({ starter, config }: AwaitedRunnerProps): ReactNode {
  const texts = useAllTexts();
  const { clockOffsetMs } = useRace();
  const nowMs = useTick(true) + clockOffsetMs;
  const { start } = useRunnerStart(
    starter.runnerId,
    JSON.stringify([config.raceStart, config.starts]),
  );
  const isOwn = start?.kind === 'own' || start?.kind === 'wave';
  const status = describeAwaited(
    starter,
    { texts, config, nowMs },
    isOwn ? start.ms : findFirstGun(starter.events, config),
  );
  return (
    <RunnerFrame runner={starter} config={config}>
      <StatusCard status={status}>
        {isOwn ? <p className="text-s muted">{describeStart(start, config, texts)}</p> : null}
      </StatusCard>
      {isClosedFor(starter.events, config) ? null : (
        <NewsControl className="panel" runner={starter} />
      )}
    </RunnerFrame>
  );
}
