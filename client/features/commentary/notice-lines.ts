import type { EventCode } from '#shared/model/event.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { groupShifts } from '#shared/news/corrections.ts';

import type { Notice } from './notices.ts';

/** A line of notices: one of them, or the times of a race that all changed by the same. */
export type NoticeLine =
  | { readonly kind: 'one'; readonly notice: Notice }
  | {
      readonly kind: 'shift';
      readonly event: EventCode;
      /** How much longer the times are now, negative for shorter. */
      readonly byMs: DurationMs;
      readonly notices: readonly Notice[];
    };

/** Puts notices into lines (SCREENS.md CO12), in the order of the first of each line. */
export function listNoticeLines(notices: readonly Notice[]): readonly NoticeLine[] {
  return groupShifts(notices, keyOfShift).flatMap((group): NoticeLine[] => {
    const [notice] = group;
    if (!notice || group.length === 1) return notice ? [{ kind: 'one', notice }] : [];
    const { arrival, wasMs = arrival.elapsedMs } = notice;
    const byMs = arrival.elapsedMs - wasMs;
    return [{ kind: 'shift', event: arrival.result.events, byMs, notices: group }];
  });
}

/** Undefined for a notice of more than a changed time: a place that was called out, a revoked runner. */
function keyOfShift({ arrival, isLate, wasMs, lost, won }: Notice): string | undefined {
  if (wasMs === undefined || isLate || arrival.isRevoked) return undefined;
  if (lost.length + won.length > 0) return undefined;
  return `${arrival.result.events} ${arrival.elapsedMs - wasMs}`;
}
