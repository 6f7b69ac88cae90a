import { type ReactNode, Suspense, useState } from 'react';
import { createDeferred } from '#client/ui/deferred.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import styles from './RaceProgress.module.css';

const list = createDeferred<object>(
  async () => (await import('./RaceProgressList.tsx')).RaceProgressList,
  { isAsked: () => false },
);

/** Folds out to say where each race is and how fresh each point is. */
export function RaceProgress(): ReactNode {
  const { results } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles.progress}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>{results.progress}</summary>
      {isOpen ? (
        <Suspense>
          <list.Component />
        </Suspense>
      ) : null}
    </details>
  );
}
