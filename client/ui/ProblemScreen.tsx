import type { Texts } from '#shared/texts/en.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { keepParams } from './kept-params.ts';
import { useDocumentTitle } from './use-document-title.ts';
import { useTexts } from './use-texts.ts';
import styles from './ProblemScreen.module.css';
import { Link } from '#client/ui/Link.tsx';

/** A part of the page by its name in the language that is shown, as `problem.notLoaded` takes it. */
export type PartName = (texts: Texts) => string;

interface PartProblemProps {
  /** What could not be loaded. */
  readonly name: PartName;
  readonly onRetry: () => void;
  /** Puts it away; where there is none it stands in place of a screen. */
  readonly onDismiss?: () => void;
  /** Nothing else is on the page. */
  readonly isWhole?: boolean;
}

/** Stands where a part of the page would be that could not be loaded. */
export function PartProblem(props: PartProblemProps): ReactNode {
  const { name, onRetry, onDismiss, isWhole = false } = props;
  const texts = useTexts();
  const { problem } = texts;
  const notLoaded = problem.notLoaded(name(texts));
  const ref = useRef<HTMLDivElement>(null);
  useFocusBack(ref);
  const part = (
    <div ref={ref} className={styles.problem} data-over={onDismiss !== undefined} role="alert">
      {onDismiss ? (
        <p className={styles.words}>
          {notLoaded} {problem.network}
        </p>
      ) : (
        <div className={styles.words}>
          <h1 className="heading">{notLoaded}</h1>
          <p>{problem.network}</p>
        </div>
      )}
      <button className={styles.button} type="button" onClick={onRetry}>
        {problem.tryAgain}
      </button>
      {onDismiss ? (
        <button className={styles.button} type="button" onClick={onDismiss}>
          {texts.common.close}
        </button>
      ) : (
        // A plain link: the page may be older than what the server has by now.
        <a className={styles.button} href={keepParams('/')}>
          {problem.back}
        </a>
      )}
    </div>
  );
  return isWhole ? <main>{part}</main> : part;
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
  const { problem } = useTexts();
  return (
    <ProblemScreen title={problem.noSuchPage}>
      <p>{problem.noSuchPageWhy}</p>
      <p>
        <Link to="/">{problem.goToResults}</Link>
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
