import type { EventCode } from '#shared/model/event.ts';
import { groupBy } from '#shared/model/group-by.ts';
import { OrderedSequence } from '#shared/scoring/ordered-sequence.ts';

import type { LoggedArrival } from './notices.ts';

/** Arrivals with the newest first, of any races: putting one in its place takes the logarithm of them. */
export class NewestFirst {
  readonly #byEvent = new Map<EventCode, OrderedSequence<LoggedArrival>>();

  constructor(arrivals: Iterable<LoggedArrival>) {
    const members = groupBy(arrivals, ({ result }) => result.events);
    for (const [event, its] of members) this.#of(event).load(its);
  }

  /** Puts `after` in the place of `before`, which may be missing. */
  replace(before: LoggedArrival | undefined, after: LoggedArrival): void {
    const { events } = after.result;
    const isElsewhere = before && before.result.events !== events;
    if (isElsewhere) this.#of(before.result.events).remove(before);
    this.#of(events).replace(isElsewhere ? undefined : before, after);
  }

  count(events: readonly EventCode[]): number {
    return events.reduce((sum, event) => sum + this.#of(event).length, 0);
  }

  /** So many of these races at most. */
  list(events: readonly EventCode[], most: number): LoggedArrival[] {
    const first = events.flatMap((event) => {
      const all = this.#of(event);
      const length = Math.min(most, all.length);
      return Array.from({ length }, (_, index) => all.at(index) ?? []).flat();
    });
    return first.toSorted((a, b) => b.atMs - a.atMs || b.order - a.order).slice(0, most);
  }

  #of(event: EventCode): OrderedSequence<LoggedArrival> {
    const known = this.#byEvent.get(event);
    if (known) return known;
    const its = new OrderedSequence<LoggedArrival>({
      valueOf: ({ atMs }) => 0 - atMs,
      compareTies: (a, b) => b.order - a.order,
    });
    this.#byEvent.set(event, its);
    return its;
  }
}
