import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';

import { loadInTime } from './load-in-time.ts';

/** A part of the page that is fetched on first use. */
export interface Deferred<Props> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Fetches ahead, when a first use is near. A failure shows when the part is used. */
  readonly preload: () => void;
}

/** Defers a component; both ways to it share one fetch, and a failed one is tried anew. */
export function createDeferred<Props>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = (): Promise<ComponentType<Props>> => {
    loading ??= loadInTime(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    Component: lazy(async () => ({ default: await loadOnce() })),
    preload: () => {
      loadOnce().catch(() => undefined);
    },
  };
}
