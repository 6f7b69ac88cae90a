import type { Result } from '../model/result.ts';
import { presentRankedResult } from './present-result.ts';
import type { Standings } from './standings.ts';

/** The rows of GET /api; event by event finishers by place, then DNFs, then those on course (RULES.md RK10). */
export function presentAll(standings: Standings): Result[] {
  return standings.courses.events.flatMap((event) => {
    const its = standings.eventOf(event);
    const total = standings.totals[event] ?? 0;
    return its
      .all()
      .map((result) => presentRankedResult(result, its.checkpointPlacesOf(result), total));
  });
}
