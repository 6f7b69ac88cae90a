import type { EventCode } from '#shared/model/event.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { Starter } from '#shared/wire/http-api.ts';

/** Who matches on the start list and is in no results yet: those of the open tab's event first, then by name. */
export function findStarters(
  starters: readonly Starter[],
  matches: (starter: Starter) => boolean,
  standings: Standings,
  event: EventCode | undefined,
): readonly Starter[] {
  return starters
    .filter((starter) => matches(starter) && !standings.find(starter.runnerId))
    .toSorted(
      (a, b) =>
        Number(b.events === event) - Number(a.events === event) ||
        compareText(a.lastName, b.lastName) ||
        compareText(a.firstName, b.firstName),
    );
}
