import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** The index of the dragged row, and the index it would be inserted before; the number of rows for the end. */
export interface Drag {
  readonly from: number;
  readonly before: number;
}

/** This near to an edge of the window the page scrolls. */
const EDGE_PX = 56;
const STEP_PX = 14;

/**
 * Lets rows be dragged by a handle, with mouse, pen or finger. They stay where they are until
 * release: an element that moves within the page loses the pointer. Escape cancels.
 */
export function useDragRow(onDrop: (from: number, to: number) => void): {
  readonly drag: Drag | undefined;
  readonly hold: (event: PointerEvent<HTMLElement>, from: number) => void;
} {
  const [drag, setDrag] = useState<Drag>();
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  const hold = (event: PointerEvent<HTMLElement>, from: number): void => {
    const rows = event.currentTarget.closest('ol');
    if (!rows || event.button !== 0) return;
    event.preventDefault();
    let before = from;
    const stop = new AbortController();
    const { signal } = stop;
    const finish = (isWanted: boolean): void => {
      stop.abort();
      setDrag(undefined);
      if (isWanted) onDrop(from, before > from ? before - 1 : before);
    };
    end.current = () => stop.abort();
    setDrag({ from, before });
    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        if (clientY < EDGE_PX) window.scrollBy(0, -STEP_PX);
        if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
        const middles = [...rows.children].map((row) => {
          const { top, height } = row.getBoundingClientRect();
          return top + height / 2;
        });
        const found = middles.findIndex((middle) => clientY < middle);
        before = found === -1 ? middles.length : found;
        setDrag({ from, before });
      },
      { signal },
    );
    window.addEventListener('pointerup', () => finish(true), { signal });
    window.addEventListener('pointercancel', () => finish(false), { signal });
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') finish(false);
      },
      { signal },
    );
  };
  return { drag, hold };
}
