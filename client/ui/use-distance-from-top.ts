import type { RefObject } from 'react';
import { useSyncExternalStore } from 'react';

/** How far below the top of the page the first row of the list begins, whatever comes to lie above. */
export function useDistanceFromTop(list: RefObject<HTMLElement | null>): number {
  const measure = (): number => {
    const start = list.current?.querySelector('[data-list-start]');
    return start ? Math.round(start.getBoundingClientRect().top + window.scrollY) : 0;
  };
  return useSyncExternalStore(watchPageSize, measure);
}

function watchPageSize(onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  observer.observe(document.body);
  return () => {
    observer.disconnect();
  };
}
