import { SECOND_MS } from '#shared/model/time.ts';
import { Component, type ReactNode, useEffect } from 'react';
import { logOnce } from '#client/live/log-once.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './BoardPage.module.css';

const RETRY_MS = 20 * SECOND_MS;

interface Props {
  readonly children: ReactNode;
}

/**
 * Shows that the board failed to render. Nobody is there to press a button, so it reloads itself as
 * soon as a server answers.
 */
export class BoardGuard extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logOnce('the board could not be drawn', error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Recovering /> : this.props.children;
  }
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

/** Waits for a server first: a reload without one would leave the browser's own error page, for good. */
async function reloadWhenServed(): Promise<void> {
  const isServed = await fetch(location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) location.reload();
}
