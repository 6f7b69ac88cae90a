import { foldBib } from '#shared/format/fold-text.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { Runner } from '#shared/model/runner.ts';

/** What an import would remove. */
export interface Entered {
  readonly wornBands: readonly string[];
  /** By folded bib, the event of the runners who have it; none where they are in several. */
  readonly eventsByBib: ReadonlyMap<string, EventCode>;
  /** How many the public sees by the bib alone. */
  readonly privateNow: number;
}

export function sumUpEntered(entries: Iterable<Runner>): Entered {
  const runners = [...entries];
  const events = new Map<string, EventCode>();
  const several = new Set<string>();
  for (const { bibNumber, event } of runners) {
    const bib = foldBib(bibNumber);
    if ((events.get(bib) ?? event) !== event) several.add(bib);
    if (bib !== '') events.set(bib, event);
  }
  for (const bib of several) events.delete(bib);
  return {
    wornBands: runners.flatMap(({ bandId }) => bandId ?? []),
    eventsByBib: events,
    privateNow: runners.filter(({ isPrivate }) => isPrivate).length,
  };
}
