import { useLayoutEffect, useState } from 'react';

/** How far below the top of the page the first row of the list begins. */
export function useDistanceFromTop(list: { readonly current: HTMLElement | null }): number {
  const [distancePx, setDistancePx] = useState(0);
  // Whatever lies above may have changed with any render; one look at the layout is cheap.
  useLayoutEffect(() => {
    const start = list.current?.querySelector('[data-list-start]');
    if (start) setDistancePx(Math.round(start.getBoundingClientRect().top + window.scrollY));
  });
  return distancePx;
}
