import type { Arrival } from '#client/spectators/arrivals.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { timeAt } from '#shared/scoring/stage-point.ts';

/** An arrival as the commentator has it before them. */
export interface LoggedArrival extends Arrival {
  readonly key: string;
  readonly elapsedMs: DurationMs;
  /** What their time was when it was first told here, where it was corrected since. */
  readonly wasMs: DurationMs | undefined;
  /** They are not through after all. */
  readonly isTakenBack: boolean;
}

/** So many arrivals are at hand; those before them stand in the results. */
export const MOST_ARRIVALS = 100;

/** The arrivals that are shown, newest first, and those that wait above them. */
export interface ArrivalLog {
  readonly shown: readonly LoggedArrival[];
  readonly waiting: readonly LoggedArrival[];
}

export const EMPTY_LOG: ArrivalLog = { shown: [], waiting: [] };

/**
 * The log after results came in (SCREENS.md CO2, CO3). While it `isHeld`, what is shown stays where it is:
 * who arrives waits, who is corrected is marked, and nobody vanishes.
 */
export function advanceLog(
  before: ArrivalLog,
  arrivals: readonly Arrival[],
  isHeld: boolean,
  limit = MOST_ARRIVALS,
): ArrivalLog {
  // Before this one nobody is listed any more, through or not.
  const oldestMs = arrivals.length < limit ? -Infinity : (arrivals.at(-1)?.atMs ?? -Infinity);
  const known = new Map([...before.shown, ...before.waiting].map((row) => [row.key, row]));
  const now = new Map(
    arrivals.map((arrival) => {
      const row = logArrival(arrival, known.get(keyOf(arrival)));
      return [row.key, row];
    }),
  );
  if (isHeld && before.shown.length > 0) {
    const shown = before.shown.map((row) => now.get(row.key) ?? takeBack(row, oldestMs));
    const isShown = new Set(shown.map(({ key }) => key));
    return { shown, waiting: [...now.values()].filter(({ key }) => !isShown.has(key)) };
  }
  // Who was taken back stays among the others until they have all gone by.
  const gone = [...known.values()]
    .filter(({ key, atMs }) => !now.has(key) && atMs >= oldestMs)
    .map((row) => takeBack(row, oldestMs));
  const shown = [...now.values(), ...gone].toSorted((a, b) => b.atMs - a.atMs);
  return { shown: shown.slice(0, limit), waiting: [] };
}

function keyOf({ result, point }: Arrival): string {
  return `${point} ${result.runnerId}`;
}

function logArrival(arrival: Arrival, before: LoggedArrival | undefined): LoggedArrival {
  const elapsedMs = timeAt(arrival.result, arrival.point) ?? 0;
  const firstMs = before && (before.wasMs ?? before.elapsedMs);
  return {
    ...arrival,
    key: keyOf(arrival),
    elapsedMs,
    wasMs: firstMs === elapsedMs ? undefined : firstMs,
    isTakenBack: false,
  };
}

/** Unless they are only too long ago for the list. */
function takeBack(row: LoggedArrival, oldestMs: EpochMs): LoggedArrival {
  return row.atMs < oldestMs ? row : { ...row, isTakenBack: true };
}
