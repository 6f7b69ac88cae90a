import { type RefObject, useLayoutEffect } from 'react';

/** Overflow up to this does not count as hidden entries. */
const SLACK_PX = 2;

/**
 * For a row of tabs or links that scrolls sideways: keeps the one that matches the selector `chosen` in view until
 * somebody scrolls, and sets `data-more` to the sides with hidden entries, for the styles.
 */
export function useScrollStrip(strip: RefObject<HTMLElement | null>, chosen: string): void {
  useLayoutEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const listening = new AbortController();
    let isScrolledByHand = false;
    const onHand = (): void => {
      isScrolledByHand = true;
    };
    const markHidden = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const sides = [
        scrollLeft > SLACK_PX ? 'left' : '',
        scrollLeft + clientWidth < scrollWidth - SLACK_PX ? 'right' : '',
      ];
      element.setAttribute('data-more', sides.join(' ').trim());
    };
    const show = (): void => {
      const entry = element.querySelector<HTMLElement>(chosen);
      if (entry && !isScrolledByHand) {
        const left = entry.offsetLeft - (element.clientWidth - entry.offsetWidth) / 2;
        element.scrollTo({ left, behavior: 'instant' });
      }
      markHidden();
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
    element.addEventListener('scroll', markHidden, { passive: true, signal: listening.signal });
    for (const name of ['wheel', 'touchmove'] as const) {
      element.addEventListener(name, onHand, { passive: true, signal: listening.signal });
    }
    show();
    return () => {
      listening.abort();
      size.disconnect();
      entries.disconnect();
    };
  }, [strip, chosen]);
}
