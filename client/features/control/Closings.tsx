import type { ReactNode } from 'react';

import type { PointClosing } from '#shared/control/past-cut-offs.ts';
import type { EventCode } from '#shared/model/event.ts';
import { type RollCallClock, shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { describeStop } from '#client/organisers/runners/describe-last-seen.ts';

export interface ClosingsProps {
  readonly event: EventCode;
  readonly closings: readonly PointClosing[];
  readonly clock: RollCallClock;
}

/** When each point closes and, once closed, who is still before it. */
export function Closings({ event, closings, clock }: ClosingsProps): ReactNode {
  if (closings.length === 0) return null;
  return (
    <ul className="plain-list text-m" aria-label="Closing times">
      {closings.map((closing) => (
        <li key={closing.at}>{describeClosing(event, closing, clock)}</li>
      ))}
    </ul>
  );
}

/** `Cerrig closes 14:00`, with other starts `14:00 (first early starter 13:30)`; `closed 14:00, nobody left before it`. */
function describeClosing(
  event: EventCode,
  { at, fromMs, mainMs, untilMs, isOver, before }: PointClosing,
  clock: RollCallClock,
): string {
  const name = describeStop(at, clock.config, event);
  const [first = '', many = '', last = ''] = [fromMs, mainMs, untilMs].map((ms) =>
    shortTime(ms, clock),
  );
  const others = [
    fromMs < mainMs && first !== many ? `first early starter ${first}` : '',
    untilMs > mainMs && last !== many ? `last ${last}` : '',
  ].filter(Boolean);
  const ends = others.length === 0 ? many : `${many} (${others.join(', ')})`;
  if (!isOver) return `${name} closes ${ends}`;
  return `${name} closed ${ends}, ${before === 0 ? 'nobody' : before} left before it`;
}
