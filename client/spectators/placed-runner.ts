import { useCallback } from 'react';
import { useInStep } from '#client/live/use-in-step.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { GroupCounts, type GroupPlaces } from '#shared/scoring/group-places.ts';
import type { Follower } from '#shared/scoring/in-step.ts';
import { RunTrace, type StageRun } from '#shared/scoring/legs.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Where a runner stands in the field. */
interface Placed {
  readonly runs: readonly StageRun[];
  /** The stage that was passed last. */
  readonly last: StageRun | undefined;
  /** The places there. */
  readonly places: GroupPlaces | undefined;
}

/** The race of a runner stage by stage, and the places where they were seen last. */
export class PlacedRunner implements Follower {
  readonly #trace: RunTrace;
  readonly #counts: GroupCounts | undefined;
  readonly #last: StagePoint | undefined;

  constructor(standings: Standings, result: UnrankedResult) {
    const listed = standings.listed(result.events);
    this.#trace = new RunTrace(result, listed);
    this.#last = stagePointsOf(result.events).findLast((point) => timeAt(result, point) !== null);
    this.#counts =
      this.#last === undefined ? undefined : new GroupCounts(result, listed, this.#last);
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    this.#counts?.replace(before, after);
    return this.#trace.replace(before, after);
  }

  tell(): Placed {
    const runs = this.#trace.list();
    const last = runs.find(({ point }) => point === this.#last);
    return { runs, last, places: this.#counts?.places() };
  }
}

/** Where a runner stands as it is at this render. */
export function usePlaced(result: UnrankedResult): Placed {
  return useInStep(useCallback((all) => new PlacedRunner(all, result), [result]))
    .read()
    .tell();
}
