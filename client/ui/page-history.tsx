import { type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react';
import {
  type Location,
  type Navigator,
  Router,
  UNSAFE_LocationContext as LocationContext,
  createPath,
} from 'react-router-dom';
import { keepParams } from './kept-params.ts';

/**
 * The page's history, in place of the router's own, which cannot intercept steps.
 *
 * 1. Entries are numbered, so that a step through the history has a distance.
 * 2. `push` calls the push holders first: one of them may take over the navigation.
 * 3. Back and Forward call the step holders first. If one of them takes the step over, the router is not notified and
 *    goes on showing the screen.
 * 4. {@link PageRouter} is notified of everything else. A screen reached by a link begins at its top; at Back and
 *    Forward the browser restores the place.
 */

interface Visit extends Pick<Location<unknown>, 'pathname' | 'search' | 'hash' | 'state'> {
  /** Whether a link led here from another screen. */
  readonly isNewScreen: boolean;
}

/** The state of a history entry. Entries of overlays have the index of their screen. */
interface Entry {
  readonly index: number;
  /** The state that a navigation passes to the next screen. */
  readonly state: unknown;
}

/** Returns true to take over a step through the history; false passes it on to the next holder, then the router. */
export type StepHolder = (event: PopStateEvent) => boolean;
/** Returns true to take over a navigation, which `go` performs after all; false lets it happen. */
export type PushHolder = (pathname: string, go: () => void) => boolean;

const stepHolders = new Set<StepHolder>();
const pushHolders = new Set<PushHolder>();
const listeners = new Set<(visit: Visit) => void>();

/** Intercepts Back and Forward; returns a function that stops that. */
export function holdSteps(hold: StepHolder): () => void {
  stepHolders.add(hold);
  return () => stepHolders.delete(hold);
}

/** Intercepts links and other navigation; returns a function that stops that. */
export function holdPushes(hold: PushHolder): () => void {
  pushHolders.add(hold);
  return () => pushHolders.delete(hold);
}

/** The index of a history entry; undefined for one that this page did not make. */
export function findIndex(state: unknown): number | undefined {
  const isNumbered = typeof state === 'object' && state !== null && 'index' in state;
  return isNumbered && typeof state.index === 'number' ? state.index : undefined;
}

export function PageRouter({ children }: { readonly children: ReactNode }): ReactNode {
  const [visit, setVisit] = useState(() => readVisit(false));
  useLayoutEffect(() => {
    // The old screen stays until the components of the next one are loaded.
    const show = (next: Visit): void => startTransition(() => setVisit(next));
    listeners.add(show);
    return () => void listeners.delete(show);
  }, []);
  return (
    <Router location={visit} navigator={NAVIGATOR}>
      <BeginAtTop visit={visit} />
      {children}
    </Router>
  );
}

/** Rendered first: a screen's own effects may then restore a place, or scroll to a row. */
function BeginAtTop({ visit }: { readonly visit: Visit }): ReactNode {
  useLayoutEffect(() => {
    if (visit.isNewScreen) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [visit]);
  return null;
}

/** While `isHeld`, its children see the address at which they were last shown. */
export function HeldLocation(props: {
  readonly isHeld: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { isHeld, children } = props;
  const current = useContext(LocationContext);
  const [shown, setShown] = useState(current);
  if (!isHeld && shown !== current) setShown(current);
  return <LocationContext value={isHeld ? shown : current}>{children}</LocationContext>;
}

const NAVIGATOR: Navigator = {
  createHref: writeAddress,
  push: (to, state) => {
    const address = writeAddress(to);
    const { pathname } = new URL(address, location.href);
    const go = (): void => {
      const isNewScreen = pathname !== location.pathname;
      history.pushState(createEntry((findIndex(history.state) ?? 0) + 1, state), '', address);
      notify(isNewScreen);
    };
    if (![...pushHolders].some((hold) => hold(pathname, go))) go();
  },
  replace: (to, state) => {
    history.replaceState(createEntry(findIndex(history.state) ?? 0, state), '', writeAddress(to));
    notify();
  },
  go: (steps) => history.go(steps),
};

function writeAddress(to: Parameters<Navigator['createHref']>[0]): string {
  return keepParams(typeof to === 'string' ? to : createPath(to));
}

function createEntry(index: number, state: unknown): Entry {
  return { index, state };
}

function readVisit(isNewScreen: boolean): Visit {
  const { pathname, search, hash } = location;
  const { state = null } = (history.state ?? {}) as Partial<Entry>;
  return { pathname, search, hash, state, isNewScreen };
}

function notify(isNewScreen = false): void {
  const visit = readVisit(isNewScreen);
  for (const listener of listeners) listener(visit);
}

if (typeof window !== 'undefined') {
  if (findIndex(history.state) === undefined) {
    history.replaceState({ ...(history.state as object | null), ...createEntry(0, null) }, '');
  }
  window.addEventListener('popstate', (event) => {
    if (![...stepHolders].some((hold) => hold(event))) notify();
  });
}
