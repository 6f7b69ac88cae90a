import type { Arrival } from '#client/spectators/arrivals.ts';
import { type EventCode, EVENTS, byEvent } from '#shared/model/event.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { OrderedSequence } from '#shared/scoring/ordered-sequence.ts';

import type { Call } from './calls.ts';

/** An arrival as the commentator has it before them. */
export interface LoggedArrival extends Arrival {
  readonly key: string;
  /** Counts who was heard of, one after another. */
  readonly order: number;
  /** When the page heard of them; undefined for who was through when the log was begun. */
  readonly heardMs: EpochMs | undefined;
  readonly calls: readonly Call[];
  /** What their time was when it was first told here, where it was corrected since. */
  readonly wasMs: DurationMs | undefined;
  /** They are not through after all. */
  readonly isTakenBack: boolean;
}

/** Arrivals with the newest first, of any races: putting one in its place takes the logarithm of them. */
export class NewestFirst {
  readonly #byEvent = byEvent(
    () =>
      new OrderedSequence<LoggedArrival>({
        valueOf: ({ atMs }) => 0 - atMs,
        compareTies: (a, b) => b.order - a.order,
      }),
  );

  constructor(arrivals: Iterable<LoggedArrival>) {
    const members = byEvent((): LoggedArrival[] => []);
    for (const arrival of arrivals) members[arrival.result.events].push(arrival);
    for (const event of EVENTS) this.#byEvent[event].load(members[event]);
  }

  /** Puts `after` in the place of `before`, which may be missing. */
  replace(before: LoggedArrival | undefined, after: LoggedArrival): void {
    const { events } = after.result;
    if (before && before.result.events !== events) {
      this.#byEvent[before.result.events].remove(before);
      this.#byEvent[events].add(after);
    } else {
      this.#byEvent[events].replace(before, after);
    }
  }

  count(events: readonly EventCode[]): number {
    return events.reduce((sum, event) => sum + this.#byEvent[event].length, 0);
  }

  /** So many of these races at most. */
  list(events: readonly EventCode[], most: number): LoggedArrival[] {
    const first = events.flatMap((event) => {
      const all = this.#byEvent[event];
      const length = Math.min(most, all.length);
      return Array.from({ length }, (_, index) => all.at(index) ?? []).flat();
    });
    return first.toSorted((a, b) => b.atMs - a.atMs || b.order - a.order).slice(0, most);
  }
}
