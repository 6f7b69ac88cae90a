import type { UnrankedResult } from '#shared/model/result.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface PointPlaces {
  readonly overall: number;
  /** Places gained since the last point with a time, negative if lost. */
  readonly gained: number | undefined;
}

/** Undefined without a time at the point. */
export function findArrivalPlaces(
  standings: Standings,
  result: UnrankedResult,
  point: StagePoint,
): PointPlaces | undefined {
  const { runnerId } = result;
  const overall = standings.placeAt(runnerId, point);
  if (overall === null) return undefined;
  const points = stagePointsOf(result.events, standings.courses);
  const before = points
    .slice(0, points.indexOf(point))
    .findLast((earlier) => timeAt(result, earlier) !== null);
  const placeBefore = before === undefined ? null : standings.placeAt(runnerId, before);
  return { overall, gained: placeBefore === null ? undefined : placeBefore - overall };
}
