import { type ReactNode, useEffect } from 'react';
import { ErrorBoundary } from '#client/ui/ErrorBoundary.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import styles from './BoardPage.module.css';

const RETRY_MS = 20 * SECOND_MS;

/**
 * Shows that the board failed to render. Nobody is there to press a button, so it reloads itself as
 * soon as a server answers.
 */
export function BoardGuard({ children }: { readonly children: ReactNode }): ReactNode {
  return <ErrorBoundary instead={<Recovering />}>{children}</ErrorBoundary>;
}

function Recovering(): ReactNode {
  const { board } = useAllTexts();
  useEffect(() => {
    const timer = setInterval(() => void reloadWhenServed(), RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <main className={styles.board}>
      <p className={styles.recovering} role="alert">
        {board.recovering}
      </p>
    </main>
  );
}

/** Waits for a server first: a reload without one would end on the browser's own error page. */
async function reloadWhenServed(): Promise<void> {
  const isServed = await fetch(location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) location.reload();
}
