import type { ReactNode } from 'react';
import { keepParams } from './kept-params.ts';
import { useDocumentTitle } from './use-document-title.ts';
import { useTexts } from './use-texts.ts';
import styles from './ProblemScreen.module.css';
import { Link } from '#client/ui/Link.tsx';

interface PartProblemProps {
  /** Whether nothing else is on the page. */
  readonly isWhole: boolean;
}

/** Shown in place of a part of the page that could not be loaded, in view even if that is below the fold. */
export function PartProblem({ isWhole }: PartProblemProps): ReactNode {
  const { problem } = useTexts();
  const part = (
    <div className={styles.problem} role="alert">
      <div className="whole-line">
        <h1 className="heading">{problem.notLoaded}</h1>
        <p>{problem.network}</p>
      </div>
      <button className="pill" type="button" onClick={() => location.reload()}>
        {problem.tryAgain}
      </button>
      {/* A plain link: the page may be older than the server's release. */}
      <a className="pill" href={keepParams('/')}>
        {problem.back}
      </a>
    </div>
  );
  return isWhole ? <main>{part}</main> : part;
}

export function NoSuchPage(): ReactNode {
  const { problem } = useTexts();
  return (
    <ProblemScreen title={problem.noSuchPage}>
      <p>
        <Link className="pill" to="/">
          {problem.back}
        </Link>
      </p>
    </ProblemScreen>
  );
}

export interface ProblemScreenProps {
  readonly title: string;
  /** What happened and what to do next. */
  readonly children: ReactNode;
}

/** A page with only a few sentences and links. */
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
