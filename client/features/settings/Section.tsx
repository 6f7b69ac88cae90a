import { type ReactNode, useId } from 'react';

import styles from './Section.module.css';

export interface SectionProps {
  readonly title: string;
  /** Its fields are close together, so that a phone shows all of them at once. */
  readonly isDense?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, isDense = false, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} data-dense={isDense || undefined}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
