import type { DurationMs } from '../model/time.ts';
import { getOrAdd } from '../model/group-by.ts';
import { type Clock, type Field, listComparable, type RunnerSightings } from './sightings.ts';

/** The comparable runners of a clock, a mat or a source, and those who do not fit. */
export class Misfits {
  of = 0;
  wrong = 0;
  #runner: RunnerSightings | undefined;
  #isWrong = false;

  note(runner: RunnerSightings, isFit: boolean): void {
    if (runner !== this.#runner) {
      this.#runner = runner;
      this.#isWrong = false;
      this.of += 1;
    }
    if (isFit || this.#isWrong) return;
    this.#isWrong = true;
    this.wrong += 1;
  }
}

export type MisfitsOf = ReadonlyMap<Clock | Clock['mat'] | string, Misfits>;

export function countMisfits(field: Field, blind: ReadonlySet<Clock>): MisfitsOf {
  const misfits = new Map<Clock | Clock['mat'] | string, Misfits>();
  const ofClocks = new Map<Clock, readonly Misfits[]>();
  visitNeighbours(field, blind, undefined, (runner, clock, isBehind, ms) => {
    const its = getOrAdd(ofClocks, clock, () =>
      [clock, clock.mat, clock.source].map((key) => getOrAdd(misfits, key, () => new Misfits())),
    );
    for (const each of its) each.note(runner, isBehind ? ms >= 0 : ms <= 0);
  });
  return misfits;
}

/** The bounds on a shift of some clocks that makes their reads fit. */
export interface Bounds {
  readonly atLeast: readonly DurationMs[];
  readonly atMost: readonly DurationMs[];
}

export function findBounds(
  field: Field,
  blind: ReadonlySet<Clock>,
  clocks: ReadonlySet<Clock>,
): Bounds {
  const atLeast: DurationMs[] = [];
  const atMost: DurationMs[] = [];
  visitNeighbours(field, blind, clocks, (_, clock, isBehind, ms, sources) => {
    const bounds = isBehind ? atMost : atLeast;
    for (let left = sources; left > 0; left -= 1) bounds.push(ms);
  });
  return { atLeast, atMost };
}

/**
 * Visits each clock that read a runner with each point of other sources. The reads fit if the clock's shift is at most
 * `ms` for a point behind, at least `ms` for one before; one fitting source of a point is enough.
 */
function visitNeighbours(
  { runners, places, isBefore }: Field,
  blind: ReadonlySet<Clock>,
  clocks: ReadonlySet<Clock> | undefined,
  visit: (
    runner: RunnerSightings,
    clock: Clock,
    isBehind: boolean,
    ms: DurationMs,
    sources: number,
  ) => void,
): void {
  const sources = new Uint32Array(places);
  const firstMs = new Float64Array(places);
  const lastMs = new Float64Array(places);
  for (const runner of runners) {
    const seen = listComparable(runner, blind);
    for (const { clock, times } of seen) {
      if (clocks?.has(clock) === false) continue;
      sources.fill(0);
      for (const other of seen) {
        const { source, place } = other.clock;
        if (source === clock.source) continue;
        const [first = Infinity, last = -Infinity] = [other.times[0], other.times.at(-1)];
        const isFirst = sources[place] === 0;
        firstMs[place] = isFirst ? first : Math.min(first, firstMs[place] ?? first);
        lastMs[place] = isFirst ? last : Math.max(last, lastMs[place] ?? last);
        sources[place] = (sources[place] ?? 0) + 1;
      }
      const [ownFirstMs = Infinity, ownLastMs = -Infinity] = [times[0], times.at(-1)];
      for (let place = 0; place < places; place += 1) {
        const count = sources[place] ?? 0;
        if (count === 0) continue;
        if (isBefore(runner.event, clock.place, place)) {
          visit(runner, clock, true, (lastMs[place] ?? Infinity) - ownFirstMs, count);
        } else if (isBefore(runner.event, place, clock.place)) {
          visit(runner, clock, false, (firstMs[place] ?? -Infinity) - ownLastMs, count);
        }
      }
    }
  }
}
