import { type MouseEvent, type ReactNode, useRef, useState } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { useSteadyRows } from '#client/ui/use-steady-rows.ts';

import type { MarshalShown } from './MarshalPage.tsx';
import { describeDue, viewDue } from './marshal-view.ts';

/** Rows shown at first; the taps are below them. */
const FIRST = 8;
/** A second tap at the same place within this time is a bounce; by then the next row is under the finger. */
const BOUNCE_MS = 500;
const BOUNCE_PX = 24;

/** The runners due at the point, soonest first (SCREENS.md MR7). */
export function DueList({ marshal, line, journal, nowMs, timeZone }: MarshalShown): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const isBounce = useBounce();
  const list = useRef<HTMLUListElement>(null);
  useSteadyRows(list);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!line.seen) {
    return <p className="muted">We don’t know yet who is due here. Type the numbers you see.</p>;
  }
  const { rows, dueCount, passedCount, outCount } = viewDue(line.seen, journal.taps);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <section aria-labelledby="due">
      <h2
        id="due"
        ref={heading}
        className="muted border-b border-line py-1 text-m font-regular"
        tabIndex={-1}
      >
        Expected here {dueCount} · passed {passedCount} · {outCount} stopped earlier
      </h2>
      <ul ref={list} className="plain-list lined">
        {shown.map((runner) => {
          const { bib, name } = runner;
          const { text, isLate } = describeDue(runner, nowMs, timeZone);
          return (
            <li key={bib} className="row gap-x-3.5 gap-y-1 py-[7px]" data-row={bib}>
              <span className="min-w-[3.25rem] text-title-xl leading-[1.2] font-bold">{bib}</span>
              <span className="grid anywhere min-w-0 flex-[1_1_7rem] text-m">
                {name === undefined ? null : <bdi className="semibold">{name}</bdi>}
                <span className={isLate ? 'text-alert' : 'muted'}>{text}</span>
              </span>
              <Button
                kind="main"
                aria-label={`Seen: ${bib} ${name ?? ''}`.trim()}
                onClick={(event) => {
                  if (isBounce(event)) return;
                  // The focused button disappears with its row; the next row must not get a second press.
                  heading.current?.focus({ preventScroll: true });
                  marshal.tap({ kind: 'seen', bib });
                }}
              >
                Seen
              </Button>
            </li>
          );
        })}
      </ul>
      {rows.length > FIRST && !isWhole ? (
        <p className="pt-1">
          <Button
            onClick={() => {
              // The button disappears.
              heading.current?.focus({ preventScroll: true });
              setIsWhole(true);
            }}
          >
            Show all {rows.length}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** Whether a press is a bounce; key presses (`detail` 0) never are. */
function useBounce(): (event: MouseEvent) => boolean {
  const last = useRef({ x: 0, y: 0, atMs: -Infinity });
  return ({ detail, clientX: x, clientY: y, timeStamp: atMs }) => {
    if (detail === 0) return false;
    const before = last.current;
    const isThere = Math.hypot(x - before.x, y - before.y) < BOUNCE_PX;
    if (isThere && atMs - before.atMs < BOUNCE_MS) return true;
    last.current = { x, y, atMs };
    return false;
  };
}
