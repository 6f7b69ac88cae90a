import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { keepParams } from './page-history.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import styles from './ProblemScreen.module.css';
import { Link } from 'wouter';

interface PartProblemProps {
  /** What could not be loaded, as the beginning of a sentence. */
  readonly name: string;
  readonly onRetry: () => void;
  /** Puts it away; where there is none it stands in place of a screen. */
  readonly onDismiss?: () => void;
  /** Nothing else is on the page. */
  readonly isWhole?: boolean;
}

/** Stands where a part of the page would be that could not be loaded. */
export function PartProblem(props: PartProblemProps): ReactNode {
  const { name, onRetry, onDismiss, isWhole = false } = props;
  const ref = useRef<HTMLDivElement>(null);
  useFocusBack(ref);
  const problem = (
    <div ref={ref} className={styles.problem} data-over={onDismiss !== undefined} role="alert">
      {onDismiss ? (
        <p className={styles.words}>
          {name} could not be loaded. The network may be away for a moment.
        </p>
      ) : (
        <div className={styles.words}>
          <h1 className={styles.title}>{name} could not be loaded.</h1>
          <p>The network may be away for a moment.</p>
        </div>
      )}
      <button className={styles.button} type="button" onClick={onRetry}>
        Try again
      </button>
      {onDismiss ? (
        <button className={styles.button} type="button" onClick={onDismiss}>
          Close
        </button>
      ) : (
        // A plain link: the page may be older than what the server has by now.
        <a className={styles.button} href={keepParams('/')}>
          Back to the results
        </a>
      )}
    </div>
  );
  return isWhole ? <main>{problem}</main> : problem;
}

/** When it goes with the focus in it, the focus is where it was before, as behind a dialog. */
function useFocusBack(ref: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const problem = ref.current;
    const before = document.activeElement;
    return () => {
      if (!problem?.contains(document.activeElement)) return;
      const isThere = before instanceof HTMLElement && before.isConnected;
      const back =
        isThere && before !== document.body ? before : document.querySelector<HTMLElement>('main');
      back?.focus({ preventScroll: true });
    };
  }, [ref]);
}

/** Shown for an address that leads nowhere. */
export function NoSuchPage(): ReactNode {
  return (
    <ProblemScreen title="There is no such page">
      <p>Perhaps the link is old, or a letter got lost on the way.</p>
      <p>
        <Link to="/">Go to the results</Link>
      </p>
    </ProblemScreen>
  );
}

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
