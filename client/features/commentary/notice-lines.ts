import type { EventCode } from '#shared/model/event.ts';
import type { DurationMs } from '#shared/model/time.ts';

import type { Notice } from './notices.ts';

/** So many times of a race that all changed by the same are one thing to say: its start was corrected. */
const LEAST_SHIFTED = 4;

/** What is said in one line: a notice, or the times of a race that all changed by the same. */
export type NoticeLine =
  | { readonly kind: 'one'; readonly notice: Notice }
  | {
      readonly kind: 'shift';
      readonly event: EventCode;
      /** How much longer the times are by now; negative where they are shorter. */
      readonly byMs: DurationMs;
      readonly notices: readonly Notice[];
    };

/** Puts what has to be said in lines (SCREENS.md CO12), in the order of the first of each. */
export function listNoticeLines(notices: readonly Notice[]): readonly NoticeLine[] {
  const shifted = new Map<string, Notice[]>();
  for (const notice of notices) {
    const key = keyOfShift(notice);
    if (key === undefined) continue;
    const others = shifted.get(key);
    if (others) others.push(notice);
    else shifted.set(key, [notice]);
  }
  return notices.flatMap((notice): NoticeLine[] => {
    const key = keyOfShift(notice);
    const group = key === undefined ? [] : (shifted.get(key) ?? []);
    if (group.length < LEAST_SHIFTED) return [{ kind: 'one', notice }];
    if (group[0] !== notice) return [];
    const { arrival, wasMs = arrival.elapsedMs } = notice;
    const byMs = arrival.elapsedMs - wasMs;
    return [{ kind: 'shift', event: arrival.result.events, byMs, notices: group }];
  });
}

/** Undefined for what is more than another time: a place that was called out, one who is taken back. */
function keyOfShift({ arrival, isLate, wasMs, lost, won }: Notice): string | undefined {
  if (wasMs === undefined || isLate || arrival.isRevoked) return undefined;
  if (lost.length + won.length > 0) return undefined;
  return `${arrival.result.events} ${arrival.elapsedMs - wasMs}`;
}
