import type { ReactNode } from 'react';

import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import styles from './SessionCard.module.css';

export interface SessionCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page around a short form, shown before the organisers' screens. */
export function SessionCard({ title, children }: SessionCardProps): ReactNode {
  useDocumentTitle(title);
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
