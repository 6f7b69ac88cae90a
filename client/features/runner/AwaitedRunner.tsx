import type { ReactNode } from 'react';
import { isClosedFor } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { useRace } from '#client/live/RaceProvider.tsx';
import { useTick } from '#client/ui/use-tick.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { describeAwaited } from './describe-runner.ts';
import { NewsOfRunner } from './NewsOfRunner.tsx';
import { RunnerFrame } from './RunnerFrame.tsx';
import { StatusCard } from './StatusCard.tsx';

export interface AwaitedRunnerProps {
  readonly starter: Starter;
  readonly config: ConfigBody;
}

/** The page of somebody who is on the start list and was not seen so far. */
export function AwaitedRunner({ starter, config }: AwaitedRunnerProps): ReactNode {
  const texts = useTexts();
  const { clockOffsetMs } = useRace();
  const nowMs = useTick(true) + clockOffsetMs;
  return (
    <RunnerFrame runner={starter} config={config}>
      <StatusCard status={describeAwaited(starter, { texts, config, nowMs })} />
      {isClosedFor(starter.events, config) ? null : <NewsOfRunner runner={starter} />}
    </RunnerFrame>
  );
}
