import {
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
  Component,
  lazy,
  useState,
} from 'react';
import type { DurationMs } from '#shared/model/time.ts';
import { logOnce } from '#client/live/log-once.ts';
import { type PartName, PartProblem } from './ProblemScreen.tsx';
import { type Timers, browserTimers } from '#client/live/timers.ts';

/** How long a deferred part of the page may take to arrive (SCREENS.md SE2). */
export const LOAD_TIMEOUT_MS = 120_000;

/** A deferred part of the page could not be had. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** Waits for a deferred part; rejects with a {@link LoadError} when it fails or takes too long. */
export function loadInTime<T>(
  load: () => Promise<T>,
  timers: Timers = browserTimers,
  withinMs: DurationMs = LOAD_TIMEOUT_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(withinMs, () => {
      reject(new LoadError(`A part of the page did not arrive within ${withinMs} ms.`));
    });
    load()
      .then(resolve, (cause: unknown) => {
        reject(new LoadError('A part of the page could not be loaded.', { cause }));
      })
      .finally(cancel);
  });
}

/** A part of the page that is fetched on first use. */
export interface Deferred<Props> {
  /** Where the part cannot be had it says so, and tries anew when asked to; the rest of the page stays. */
  readonly Component: ComponentType<Props>;
  /** Fetches the part; once it is here its first use shows it at once. */
  readonly load: () => Promise<unknown>;
  /** Fetches ahead, when a first use is near. A failure shows when the part is used. */
  readonly preload: () => void;
}

export interface DeferredOptions<Props> {
  /** What the part is called when it cannot be had; a screen without it. */
  readonly name?: PartName;
  /** For a part that lies over the page: what puts it away. Without it the part is a screen. */
  readonly dismiss?: (props: Props) => void;
  /** For a part that stays, asked for or not. */
  readonly isAsked?: (props: Props) => boolean;
  /** For a screen around which there is nothing. */
  readonly isWhole?: boolean;
}

interface Shown<Props> {
  readonly Part: ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>;
  readonly tries: number;
}

const nameScreen: PartName = ({ problem }) => problem.screen;

/** Defers a component; all ways to it share one fetch, and a failed one is tried anew. */
export function createDeferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: DeferredOptions<Props> = {},
): Deferred<Props> {
  const { name = nameScreen, dismiss, isAsked = () => true, isWhole = false } = options;
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = (): Promise<ComponentType<Props>> => {
    loading ??= loadInTime(load).then(
      (part) => (loaded = part),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const createLazy = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => ({ default: await loadOnce() }));
  // React keeps what a lazy component came to, so another try takes another one. Not before the
  // failure has shown: a component that waits for its first showing is begun anew, with the latest.
  let latest = createLazy();
  const renew = (): void => {
    latest = createLazy();
  };

  function DeferredPart(props: Props): ReactNode {
    const [{ Part, tries }, setTry] = useState<Shown<Props>>(() => ({
      Part: loaded ?? latest,
      tries: 1,
    }));
    const retry = (): void => {
      renew();
      setTry({ Part: latest, tries: tries + 1 });
    };
    const putAway = dismiss && {
      onDismiss: () => {
        dismiss(props);
      },
    };
    const problem = isAsked(props) ? (
      <PartProblem name={name} onRetry={retry} isWhole={isWhole} {...putAway} />
    ) : null;
    return (
      <PartBoundary key={tries} problem={problem} onLeave={renew}>
        <Part {...props} />
      </PartBoundary>
    );
  }

  return {
    Component: DeferredPart,
    load: loadOnce,
    preload: () => {
      loadOnce().catch(() => undefined);
    },
  };
}

interface BoundaryProps {
  readonly problem: ReactNode;
  /** The problem that was shown goes: the next use is another try. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** Contains what could not be loaded; what could not be drawn is for the boundary around the page. */
class PartBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    logOnce('a part of the page could not be loaded', error);
  }

  override componentWillUnmount(): void {
    if (this.state.error !== undefined) this.props.onLeave();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof LoadError)) throw error;
    return this.props.problem;
  }
}
