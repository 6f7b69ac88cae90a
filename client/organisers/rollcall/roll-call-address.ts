import type { EventCode } from '#shared/model/ids.ts';
import type { RollCallState } from '#shared/scoring/whereabouts.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

export function findRollCallPath(
  event: EventCode | undefined,
  show: RollCallState | 'start-line',
): string {
  return `${ORGANISERS_SCREENS.rollcall}?${new URLSearchParams({ ...(event && { event }), show })}`;
}

export function findCallPath({ bibNumber, lastName }: AdminRunner): string {
  return `${ORGANISERS_SCREENS.rollcall}?${new URLSearchParams({ find: bibNumber || lastName })}`;
}
