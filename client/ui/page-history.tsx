import type { ReactNode } from 'react';
import { startTransition, useLayoutEffect, useState } from 'react';
import type { Location, Navigator, Path, To } from 'react-router-dom';
import { createPath, NavigationType, parsePath, Router } from 'react-router-dom';

/**
 * The page's history: what the router navigates by, and where a step can be held.
 *
 * 1. Each entry is numbered, so that a step through the history has a distance.
 * 2. `push` asks the push holders first: one of them may take the navigation over.
 * 3. Back and Forward ask the step holders first. A step that one of them takes is not told to the
 *    router, which goes on showing the screen.
 * 4. Everything else is told to {@link PageRouter}.
 *
 * It stands in place of BrowserRouter, which lets nobody hold a step. The data router with its
 * `useBlocker` would take 15 kB of brotli more than the first load may have.
 */

/** What the page writes into an entry. What is laid over a screen keeps the number of the screen. */
interface Entry {
  readonly index: number;
  readonly key: string;
  /** What a navigation hands to the next screen. */
  readonly state: unknown;
}

interface Navigation {
  readonly action: NavigationType;
  readonly location: Location;
}

/** Takes a step through the history over; false leaves it to the next, at last to the router. */
export type StepHolder = (event: PopStateEvent) => boolean;
/** Takes a navigation over, which `go` makes after all; false lets it happen. */
export type PushHolder = (pathname: string, go: () => void) => boolean;

const stepHolders = new Set<StepHolder>();
const pushHolders = new Set<PushHolder>();
const listeners = new Set<(navigation: Navigation) => void>();

/** Lets a part of the page decide on Back and Forward; returns what ends it. */
export function holdSteps(hold: StepHolder): () => void {
  stepHolders.add(hold);
  return () => {
    stepHolders.delete(hold);
  };
}

/** Lets a part of the page decide on links and other navigation; returns what ends it. */
export function holdPushes(hold: PushHolder): () => void {
  pushHolders.add(hold);
  return () => {
    pushHolders.delete(hold);
  };
}

/** The number of an entry; undefined for one that this page did not make. */
export function findIndex(state: unknown): number | undefined {
  const isNumbered = typeof state === 'object' && state !== null && 'index' in state;
  return isNumbered && typeof state.index === 'number' ? state.index : undefined;
}

const navigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: (steps) => {
    history.go(steps);
  },
  push: (to, state: unknown) => {
    const { pathname = location.pathname } = toPath(to);
    const go = (): void => {
      history.pushState(createEntry((findIndex(history.state) ?? 0) + 1, state), '', toHref(to));
      tell(NavigationType.Push);
    };
    if (![...pushHolders].some((hold) => hold(pathname, go))) go();
  },
  replace: (to, state: unknown) => {
    history.replaceState(createEntry(findIndex(history.state) ?? 0, state), '', toHref(to));
    tell(NavigationType.Replace);
  },
};

/** The router of the page. There is one. */
export function PageRouter({ children }: { readonly children: ReactNode }): ReactNode {
  const [{ location, action }, setNavigation] = useState(() => readNavigation(NavigationType.Pop));
  useLayoutEffect(() => {
    // The screen before stays until the parts of the next one are there.
    const show = (navigation: Navigation): void => {
      startTransition(() => {
        setNavigation(navigation);
      });
    };
    listeners.add(show);
    return () => {
      listeners.delete(show);
    };
  }, []);
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  );
}

function createEntry(index: number, state: unknown): Entry {
  return { index, key: Math.random().toString(36).slice(2, 10), state };
}

function readNavigation(action: NavigationType): Navigation {
  const { pathname, search, hash } = location;
  const { key = 'default', state = null } = (history.state ?? {}) as Partial<Entry>;
  return { action, location: { pathname, search, hash, key, state } };
}

function tell(action: NavigationType): void {
  const navigation = readNavigation(action);
  for (const listener of listeners) listener(navigation);
}

function toPath(to: To): Partial<Path> {
  return typeof to === 'string' ? parsePath(to) : to;
}

function toHref(to: To): string {
  return createPath({ pathname: location.pathname, ...toPath(to) });
}

if (findIndex(history.state) === undefined) {
  history.replaceState({ ...(history.state as object | null), ...createEntry(0, null) }, '');
}
window.addEventListener('popstate', (event) => {
  if (![...stepHolders].some((hold) => hold(event))) tell(NavigationType.Pop);
});
