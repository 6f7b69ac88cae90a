import type { ReactNode } from 'react';
import { NewsControl, type NewsControlProps } from '#client/spectators/news/NewsControl.tsx';
import styles from './NewsOfRunner.module.css';

/** Has whoever is on the page told of the runner, who may still pass somewhere (SCREENS.md FW14). */
export function NewsOfRunner({ runner }: Required<NewsControlProps>): ReactNode {
  return (
    <div className={styles.card}>
      <NewsControl runner={runner} />
    </div>
  );
}
