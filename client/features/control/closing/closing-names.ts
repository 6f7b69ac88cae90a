import type { EventCode } from '#shared/model/ids.ts';
import { type CalledRunner, compareNames, type RollCall } from '#shared/control/roll-call.ts';

/** Up to this many are ticked one by one; of more the number is typed. */
export const MOST_TICKED = 30;

/** How the unaccounted are confirmed: one by one, or by their number. */
export interface Named {
  readonly ticked: ReadonlySet<string>;
  readonly typed: string;
}

export const NOBODY_NAMED: Named = { ticked: new Set(), typed: '' };

/** Runners on course, or out and not known to be safe, by event and name; for one event or all. */
export function findUnaccounted(
  { events }: RollCall,
  event: EventCode | undefined,
): readonly CalledRunner[] {
  return events
    .filter((each) => event === undefined || each.event === event)
    .flatMap(({ called }) =>
      called
        .filter(({ state }) => state === 'on-course' || state === 'out-not-safe')
        .toSorted(compareNames),
    );
}

/** Whether everybody is confirmed, so that the race can be closed. */
export function isNamed(unaccounted: readonly CalledRunner[], named: Named): boolean {
  return countMissing(unaccounted, named) === 0;
}

/** The reason why the race cannot be closed yet; empty for none. */
export function describeMissingNames(unaccounted: readonly CalledRunner[], named: Named): string {
  const missing = countMissing(unaccounted, named);
  if (missing === 0) return '';
  if (unaccounted.length > MOST_TICKED) {
    return `Type how many people these are, ${unaccounted.length}, to close it anyway.`;
  }
  const whom = missing === 1 ? 'one more person' : `${missing} more people`;
  return `Tick ${whom}, or account for them on the roll-call first.`;
}

function countMissing(unaccounted: readonly CalledRunner[], { ticked, typed }: Named): number {
  if (unaccounted.length > MOST_TICKED) {
    return typed.trim() === String(unaccounted.length) ? 0 : unaccounted.length;
  }
  return unaccounted.filter(({ runner }) => !ticked.has(runner.runnerId)).length;
}
