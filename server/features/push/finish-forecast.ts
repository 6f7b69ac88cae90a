import type { RaceForecasts } from '#server/race/race-forecasts.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';

/** When somebody is expected at the finish; undefined for who is through, and where nothing can be said. */
export async function expectFinish(
  forecasts: RaceForecasts,
  row: UnrankedResult,
): Promise<EpochMs | undefined> {
  const stages = (await forecasts.find(row.events)).expect(row);
  const finish = stages.find(({ stage }) => stage === 'finish');
  return row.startedAtMs === null || !finish ? undefined : row.startedAtMs + finish.elapsedMs;
}
