import { type RefObject, useLayoutEffect } from 'react';

/** For a row of tabs or links that scrolls sideways: scrolls the one that matches the selector `chosen` into its middle. */
export function useScrollStrip(strip: RefObject<HTMLElement | null>, chosen: string): void {
  useLayoutEffect(() => {
    const element = strip.current;
    const entry = element?.querySelector<HTMLElement>(chosen);
    if (!element || !entry) return;
    const left = entry.offsetLeft - (element.clientWidth - entry.offsetWidth) / 2;
    element.scrollTo({ left, behavior: 'instant' });
  }, [strip, chosen]);
}
