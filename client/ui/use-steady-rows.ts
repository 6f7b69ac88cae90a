import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** A finger on its way to what was seen does not turn sooner. */
const STEADY_MS = 500;

/** A finger that aims at a button still meets it. */
const NEAR_PX = 8;

interface Place {
  readonly index: number;
  /** From the top of the page. */
  readonly top: number;
  readonly sinceMs: number;
}

/**
 * A row, or a button of it (`[data-row]`, which names it), that has just come to another place takes no press: it is
 * meant for what stood there before (SCREENS.md SE9). A browser gives a touch to what lies under the finger when that
 * is lifted. A press of a key has no place, and always counts.
 */
export function useSteadyRows(list: RefObject<HTMLElement | null>): void {
  const places = useRef<ReadonlyMap<string, Place>>(new Map());
  useLayoutEffect(() => {
    const before = places.current;
    // Where there was no row nobody was about to press one.
    const sinceMs = before.size === 0 ? -Infinity : performance.now();
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    places.current = new Map(
      Array.from(rows, (element, index) => {
        const row = element.dataset['row'] ?? '';
        const top = element.getBoundingClientRect().top + window.scrollY;
        const was = before.get(row);
        const isThere = was?.index === index && Math.abs(was.top - top) < NEAR_PX;
        return [row, isThere ? was : { index, top, sinceMs }];
      }),
    );
  });
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const { target, detail } = event;
      if (detail === 0 || !(target instanceof Element) || !list.current?.contains(target)) return;
      const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
      const place = row === undefined ? undefined : places.current.get(row);
      if (!place || performance.now() - place.sinceMs >= STEADY_MS) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [list]);
}
