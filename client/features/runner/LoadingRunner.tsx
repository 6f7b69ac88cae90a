import type { ReactNode } from 'react';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import styles from './RunnerPage.module.css';

/** Until it is known whom an address is about. */
export function LoadingRunner(): ReactNode {
  const { common } = useTexts();
  useDocumentTitle(common.loading);
  return (
    <main className={styles.page}>
      <p className={styles.loading}>{common.loading}</p>
    </main>
  );
}
