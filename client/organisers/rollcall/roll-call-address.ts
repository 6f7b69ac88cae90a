import type { EventCode } from '#shared/model/ids.ts';
import type { RollCallState } from '#shared/scoring/whereabouts.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

/**
 * The address of the roll-call for the runners of an event, or of all, who are in a state, at the start line, or past a
 * cut-off.
 */
export function findRollCallPath(
  event: EventCode | undefined,
  show: RollCallState | 'start-line' | 'past-cut-off',
): string {
  return `${ORGANISERS_SCREENS.rollcall}?${new URLSearchParams({ ...(event && { event }), show })}`;
}

export function findCallPath({ bibNumber, lastName }: AdminRunner): string {
  return `${ORGANISERS_SCREENS.rollcall}?${new URLSearchParams({ find: bibNumber || lastName })}`;
}
