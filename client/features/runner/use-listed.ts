import { useMemo } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useForecasts } from '#client/spectators/use-forecast.ts';
import { usePlaced } from '#client/spectators/use-placed.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Placed, findLastPoint } from '#shared/scoring/placed-runner.ts';
import type { StageRun } from '#shared/scoring/stages.ts';
import type { ListedBody } from '#shared/wire/runner-api.ts';

/** The places and expected times of a runner in the results. */
export interface Listed extends Pick<ListedBody, 'runs' | 'places' | 'expected'> {
  /** The last stage passed. */
  readonly last: StageRun | undefined;
}

/** From the whole field, or until that is loaded from the server's answer about this runner alone. */
export function useListed(result: UnrankedResult): Listed {
  const { config = DEFAULT_CONFIG } = useRace();
  const { runs, places } = useListedPlaces(result);
  const { expect, isWorkedOut } = useForecasts();
  const own = useOwnBody(result);
  const fromField = useMemo(() => expect(result), [expect, result]);
  const lastPoint = findLastPoint(result, coursesOf(config));
  return {
    runs,
    places,
    last: runs.find(({ point }) => point === lastPoint),
    expected: isWorkedOut || !own ? fromField : own.expected,
  };
}

/** Only stages and places, which need no forecast. */
export function useListedPlaces(result: UnrankedResult): Placed {
  const { head } = useRace();
  const placed = usePlaced(result);
  const own = useOwnBody(result);
  return head || !own ? placed : own;
}

/** The server's answer about this runner alone. */
function useOwnBody({ runnerId }: UnrankedResult): ListedBody | undefined {
  const own = useRace().runner?.runner;
  return own?.kind === 'listed' && own.result.runnerId === runnerId ? own : undefined;
}
