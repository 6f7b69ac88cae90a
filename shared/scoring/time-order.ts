import type { DurationMs } from '../model/time.ts';
import { type Clock, type Field, isBefore, type RunnerSightings } from './sightings.ts';

/** How many runners a clock, or a source, can be held against others with, and how many do not fit. */
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

/** Of every clock and of every source whose reads can be held against those of others. */
export type MisfitsOf = ReadonlyMap<Clock | string, Misfits>;

export function countMisfits(field: Field, blind: ReadonlySet<Clock>): MisfitsOf {
  const misfits = new Map<Clock | string, Misfits>();
  const note = (key: Clock | string, runner: RunnerSightings, isFit: boolean): void => {
    let its = misfits.get(key);
    if (!its) misfits.set(key, (its = new Misfits()));
    its.note(runner, isFit);
  };
  visitPairs(field, blind, (runner, earlier, later, spareMs) => {
    for (const clock of [earlier, later]) {
      note(clock, runner, spareMs >= 0);
      note(clock.source, runner, spareMs >= 0);
    }
  });
  return misfits;
}

/** What the reads of some clocks ask of a shift that is to make them fit. */
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
  visitPairs(field, blind, (_, earlier, later, spareMs) => {
    if (clocks.has(earlier)) atMost.push(spareMs);
    if (clocks.has(later)) atLeast.push(0 - spareMs);
  });
  return { atLeast, atMost };
}

/**
 * Every two clocks of different sources that read a runner at points that follow each other, with how
 * long after the first read of the one the last of the other is: negative where that cannot be.
 */
function visitPairs(
  { runners }: Field,
  blind: ReadonlySet<Clock>,
  visit: (runner: RunnerSightings, earlier: Clock, later: Clock, spareMs: DurationMs) => void,
): void {
  for (const runner of runners) {
    const { event, sightings } = runner;
    for (const a of sightings) {
      if (!a.isOfRace || blind.has(a.clock)) continue;
      for (const b of sightings) {
        if (!b.isOfRace || a.clock.source === b.clock.source || blind.has(b.clock)) continue;
        if (!isBefore(event, a.clock, b.clock)) continue;
        const [firstMs, lastMs] = [a.times[0], b.times.at(-1)];
        if (firstMs === undefined || lastMs === undefined) continue;
        visit(runner, a.clock, b.clock, lastMs - firstMs);
      }
    }
  }
}
