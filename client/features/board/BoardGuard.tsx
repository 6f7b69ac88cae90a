import { type ReactNode, useEffect } from 'react';
import { ErrorBoundary } from '#client/ui/ErrorBoundary.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import styles from './BoardPage.module.css';

const RETRY_MS = 20 * SECOND_MS;

/** After a failure to render, reloads the board once the server answers: nobody is there to press a button. */
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

/** Checks for the server first: without it a reload would end on the browser's error page. */
async function reloadWhenServed(): Promise<void> {
  const isServed = await fetch(location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) location.reload();
}
