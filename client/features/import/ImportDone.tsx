import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';

import { Banner } from '#client/ui/Banner.tsx';
import styles from './ImportForm.module.css';

/** What the server said of an import, and the way to the runners; the focus goes on from here. */
export function ImportDone({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
  }, []);
  return (
    <div ref={place} className={styles.done} tabIndex={-1}>
      <Banner kind="done">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <Link to="/admin">Go to Registration</Link>
        </p>
      </Banner>
    </div>
  );
}
