import type { StageRun } from '#shared/scoring/legs.ts';

/** What a finisher may be proud of beside the result itself. */
export interface Highlights {
  /** The leg with the best place, if that is better than the one at the finish. */
  readonly bestLeg: { readonly run: StageRun; readonly place: number } | undefined;
  /** The places won since the first stage, if any were. */
  readonly rise: { readonly places: number; readonly since: StageRun } | undefined;
}

/** Finds what went well (SCREENS.md RP14). */
export function findHighlights(runs: readonly StageRun[]): Highlights {
  const last = runs.at(-1)?.place ?? null;
  if (last === null) return { bestLeg: undefined, rise: undefined };
  const legs = runs.flatMap((run) => (run.legPlace === null ? [] : [{ run, place: run.legPlace }]));
  const [best] = legs.toSorted((a, b) => a.place - b.place);
  const since = runs.find(({ place }) => place !== null);
  const places = (since?.place ?? last) - last;
  return {
    bestLeg: best && best.place < last ? best : undefined,
    rise: since && places > 0 ? { places, since } : undefined,
  };
}
