import type { ReactNode } from 'react';

import { Button } from '../../components/Button.tsx';
import styles from './EmptyList.module.css';

export interface EmptyListProps {
  readonly isLoading: boolean;
  /** What was looked for; empty when there are no runners at all. */
  readonly text: string;
  /** Enters a new runner under this last name. */
  readonly onNew: (lastName: string) => void;
}

/** What stands in place of a table without rows. */
export function EmptyList({ isLoading, text, onNew }: EmptyListProps): ReactNode {
  if (isLoading) return <output className={styles.empty}>Loading...</output>;
  if (text === '') {
    return (
      <p className={styles.empty}>
        Nobody is entered yet. Import a file of runners, or press New Runner.
      </p>
    );
  }
  const isName = !/\d/.test(text);
  return (
    <div className={styles.empty}>
      <p>Nobody matches “{text}”.</p>
      <Button
        onClick={() => {
          onNew(isName ? text : '');
        }}
      >
        {isName ? `New runner “${text}”` : 'New runner'}
      </Button>
    </div>
  );
}
