import { type RefObject, useLayoutEffect } from 'react';

/** An entry may stick out by this much before it counts as cut off. */
const SLACK_PX = 2;

/**
 * For a row of tabs or links that scrolls sideways where it has too little room: keeps the chosen one, named by a
 * selector, in view until somebody scrolls, and sets `data-more` to the sides on which there is more, for the styles.
 */
export function useScrollStrip(strip: RefObject<HTMLElement | null>, chosen: string): void {
  useLayoutEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const seen = new AbortController();
    let isPushed = false;
    const push = (): void => {
      isPushed = true;
    };
    const say = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const sides = [
        scrollLeft > SLACK_PX ? 'left' : '',
        scrollLeft + clientWidth < scrollWidth - SLACK_PX ? 'right' : '',
      ];
      element.setAttribute('data-more', sides.join(' ').trim());
    };
    const show = (): void => {
      const entry = element.querySelector<HTMLElement>(chosen);
      if (entry && !isPushed) {
        const left = entry.offsetLeft - (element.clientWidth - entry.offsetWidth) / 2;
        element.scrollTo({ left, behavior: 'instant' });
      }
      say();
    };
    const size = new ResizeObserver(show);
    const watch = (): void => {
      size.disconnect();
      size.observe(element);
      for (const entry of element.children) size.observe(entry);
    };
    const entries = new MutationObserver(watch);
    entries.observe(element, { childList: true });
    watch();
    element.addEventListener('scroll', say, { passive: true, signal: seen.signal });
    for (const name of ['wheel', 'touchmove'] as const) {
      element.addEventListener(name, push, { passive: true, signal: seen.signal });
    }
    show();
    return () => {
      seen.abort();
      size.disconnect();
      entries.disconnect();
    };
  }, [strip, chosen]);
}
