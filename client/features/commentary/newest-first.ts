import { type EventCode, EVENTS, byEvent } from '#shared/model/event.ts';
import { OrderedSequence } from '#shared/scoring/ordered-sequence.ts';

import type { LoggedArrival } from './notices.ts';

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
    const isElsewhere = before && before.result.events !== events;
    if (isElsewhere) this.#byEvent[before.result.events].remove(before);
    this.#byEvent[events].replace(isElsewhere ? undefined : before, after);
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
