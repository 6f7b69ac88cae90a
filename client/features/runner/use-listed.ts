import { useMemo } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import { useForecasts } from '#client/spectators/use-forecast.ts';
import { useWaits } from '#client/spectators/use-waits.ts';
import { usePlaced } from '#client/spectators/use-placed.ts';
import type { PointWait } from '#shared/forecast/point-wait.ts';
import { type KomCode, coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { type Placed, findLastPoint } from '#shared/scoring/placed-runner.ts';
import type { StageRun } from '#shared/scoring/legs.ts';
import { timeAt } from '#shared/scoring/stage-point.ts';
import type { ListedBody } from '#shared/wire/runner-api.ts';

/** What the page of a runner in the results shows of them and of the field around them. */
export interface Listed extends Pick<ListedBody, 'runs' | 'places' | 'expected'> {
  /** The last stage passed. */
  readonly last: StageRun | undefined;
  /** Where they are awaited, and why there is no news. */
  readonly wait: PointWait | null;
  /** The place that a special tab gives. */
  readonly findClimbPlace: (kom: KomCode) => number | null;
}

/** From the whole field, or until that is loaded from the server's answer about this runner. */
export function useListed(result: UnrankedResult, nowMs: EpochMs): Listed {
  const { head, config = DEFAULT_CONFIG } = useRace();
  const standings = useStandings();
  const { runs, places } = useListedPlaces(result);
  const forecasts = useForecasts();
  const { expect, isWorkedOut } = forecasts;
  const own = useOwnBody(result);
  const fromField = useMemo(() => expect(result), [expect, result]);
  const wait = useWaits([result], forecasts, nowMs)(result);
  const ownWait = own?.wait ?? null;
  const lastPoint = findLastPoint(result, coursesOf(config));
  return {
    runs,
    places,
    last: runs.find(({ point }) => point === lastPoint),
    expected: isWorkedOut || !own ? fromField : own.expected,
    // The server's answer is older than what was pushed since.
    wait:
      wait === undefined && ownWait && timeAt(result, ownWait.point) === null
        ? ownWait
        : (wait ?? null),
    findClimbPlace: (kom) =>
      head || !own ? standings.specialPlaceOf(kom, result.runnerId) : (own.climbs[kom] ?? null),
  };
}

/** The stages and places alone, which need no expected times. */
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
