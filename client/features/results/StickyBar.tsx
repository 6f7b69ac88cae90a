import { type ReactNode, useEffect, useRef, useState } from 'react';

import { useTexts } from '#client/ui/use-texts.ts';
import styles from './StickyBar.module.css';

/** Clock and tabs, at the foot of the header; smaller at the top of the screen once scrolled past. */
export function StickyBar({ children }: { readonly children: ReactNode }): ReactNode {
  const { results } = useTexts();
  const mark = useRef<HTMLDivElement>(null);
  const [isStuck, setIsStuck] = useState(false);

  useEffect(() => {
    if (!mark.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsStuck(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={mark} className={styles.mark} />
      <section
        className={styles.bar}
        aria-label={results.bar}
        data-stuck={isStuck}
        data-sticky-bar=""
      >
        {children}
      </section>
    </>
  );
}
