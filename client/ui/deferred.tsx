import { type ComponentType, type ReactNode, Component, Suspense, createElement, use } from 'react';
import type { DurationMs } from '#shared/model/time.ts';
import { logOnce } from '#client/live/log-once.ts';
import { PartProblem } from './ProblemScreen.tsx';
import { type Timers, browserTimers } from '#client/live/timers.ts';

/** How long a deferred part of the page may take to load. */
export const LOAD_TIMEOUT_MS = 120_000;

export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** Loads a deferred part; rejects with a {@link LoadError} if it fails or takes too long. */
export function loadInTime<T>(
  load: () => Promise<T>,
  timers: Timers = browserTimers,
  withinMs: DurationMs = LOAD_TIMEOUT_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(withinMs, () =>
      reject(new LoadError(`A part of the page did not arrive within ${withinMs} ms.`)),
    );
    load()
      .then(resolve, (cause: unknown) =>
        reject(new LoadError('A part of the page could not be loaded.', { cause })),
      )
      .finally(cancel);
  });
}

/** A part of the page that is loaded on first use. */
export interface Deferred<Props> {
  /** Shows a failure to load with a button to reload the page; the rest of the page stays. */
  readonly Component: ComponentType<Props>;
  /** Loads the part, so that its first use shows it at once. */
  readonly load: () => Promise<unknown>;
  /** Loads the part ahead. A failure is shown when the part is used. */
  readonly preload: () => void;
}

export interface DeferredOptions {
  /** A failure to load is not shown: the page works without the part. */
  readonly isOptional?: boolean;
  /** For a screen without a frame around it. */
  readonly isWhole?: boolean;
  /** Shown while the part is loading; without it, as for a screen, the router keeps showing the screen before it. */
  readonly fallback?: ReactNode;
}

/** Defers a component; all its uses share one load. */
export function createDeferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: DeferredOptions = {},
): Deferred<Props> {
  const { isOptional = false, isWhole = false, fallback } = options;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = (): Promise<ComponentType<Props>> => {
    if (loading) return loading;
    const promise = loadInTime(load).then((value) => {
      // As `use` marks it: a part that is there is shown in the first render.
      void Object.assign(promise, { status: 'fulfilled', value });
      return value;
    });
    loading = promise;
    return promise;
  };
  const forgetFailure = (): void => {
    loading = undefined;
  };

  function LoadedPart(props: Props): ReactNode {
    return createElement(use(loadOnce()), props);
  }

  function DeferredPart(props: Props): ReactNode {
    const part = (
      <PartBoundary
        problem={isOptional ? null : <PartProblem isWhole={isWhole} />}
        onLeave={forgetFailure}
      >
        <LoadedPart {...props} />
      </PartBoundary>
    );
    return fallback === undefined ? part : <Suspense fallback={fallback}>{part}</Suspense>;
  }

  return {
    Component: DeferredPart,
    load: loadOnce,
    preload: () => {
      loadOnce().catch(forgetFailure);
    },
  };
}

interface BoundaryProps {
  readonly problem: ReactNode;
  /** The failed part is gone: its next use loads it again. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** Catches load failures; render failures are left to the boundary around the page. */
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
