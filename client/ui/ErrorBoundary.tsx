import { type ReactNode, Component } from 'react';
import { logOnce } from '#client/live/log-once.ts';
import { ProblemScreen } from './ProblemScreen.tsx';

/** In place of a page that failed to render. */
function UnexpectedError(): ReactNode {
  return (
    <ProblemScreen title="Unexpected Application Error!">
      <p>Something went wrong on this page. The race and its results are not affected.</p>
      <p className="row">
        <button className="pill" type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
        {/* A plain link: in-page navigation may be broken, too. */}
        <a className="pill" href="/">
          Back to the results
        </a>
      </p>
    </ProblemScreen>
  );
}

interface Props {
  readonly children: ReactNode;
  /** Shown in place of the page; by default a link back to the results. */
  readonly instead?: ReactNode;
}

/** Catches errors of rendering and of loading parts. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logOnce('the page could not be shown', error);
  }

  override render(): ReactNode {
    const { instead = <UnexpectedError />, children } = this.props;
    return this.state.hasFailed ? instead : children;
  }
}
