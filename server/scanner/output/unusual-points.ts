import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

/** Endless new names must not get a message each. */
const MOST_SAID = 20;

/** Says once of each point that it is unusual: a scanner does not know which points the race has. */
export class UnusualPoints {
  readonly #say: (text: string) => void;
  readonly #said = new Set<TimePoint>();

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  note(points: readonly TimePoint[]): void {
    for (const point of points) {
      const isKnown = USUAL_COURSES.points.includes(point) || this.#said.has(point);
      if (isKnown || this.#said.size === MOST_SAID) continue;
      this.#said.add(point);
      this.#say(`The race must have a point of the name ${point}, or its reads count nowhere.`);
    }
  }
}
