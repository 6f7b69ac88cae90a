import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useTexts } from '#client/ui/use-texts.ts';
import styles from './ToTop.module.css';

export interface ToTopProps {
  readonly onTop: () => void;
  readonly onFind: () => void;
}

/** Buttons over a scrolled list: to the find box, and to the top. */
export function ToTop({ onTop, onFind }: ToTopProps): ReactNode {
  const { results } = useTexts();
  const [isDown, setIsDown] = useState(false);
  // Reading the scroll position during render would force a layout.
  useEffect(() => watchScroll(() => setIsDown(window.scrollY > window.innerHeight)), []);
  if (!isDown) return null;
  return (
    <nav className={styles.buttons} aria-label={results.backUp}>
      <button type="button" className={styles.button} onClick={onFind}>
        {results.toFind}
      </button>
      <button type="button" className={styles.button} onClick={onTop}>
        <span aria-hidden="true">↑ </span>
        {results.toTop}
      </button>
    </nav>
  );
}

/** Jumps: a smooth scroll would render all rows on the way. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
}

function watchScroll(onChange: () => void): () => void {
  onChange();
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}

/** Scrolls up to the first row when the tab changes further down. */
export function useTopOnChange(
  panel: { readonly current: HTMLElement | null },
  code: string | undefined,
): void {
  const shownCode = useRef(code);
  useLayoutEffect(() => {
    if (shownCode.current === code) return;
    const isFirst = shownCode.current === undefined;
    shownCode.current = code;
    const main = panel.current?.parentElement;
    const bar = document.querySelector('[data-sticky-bar]');
    if (isFirst || !main || !bar) return;
    const hiddenPx = bar.getBoundingClientRect().bottom - main.getBoundingClientRect().top;
    if (hiddenPx > 0) window.scrollBy({ top: -hiddenPx, behavior: 'instant' });
  }, [panel, code]);
}
