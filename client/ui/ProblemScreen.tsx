import type { ReactNode } from 'react';

import { useDocumentTitle } from './use-document-title.ts';
import styles from './ProblemScreen.module.css';

export interface ProblemScreenProps {
  readonly title: string;
  /** What happened and the way on. */
  readonly children: ReactNode;
}

/** A page with nothing but a sentence and a way on. */
export function ProblemScreen({ title, children }: ProblemScreenProps): ReactNode {
  useDocumentTitle(title);
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
