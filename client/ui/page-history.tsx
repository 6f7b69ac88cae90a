import type { ReactNode } from 'react';
import { createContext, startTransition, useContext, useLayoutEffect, useState } from 'react';
import { Router } from 'wouter';
import { keepParams } from './kept-params.ts';

/**
 * The page's history: what the router navigates by, and where a step can be held.
 *
 * 1. Each entry is numbered, so that a step through the history has a distance.
 * 2. `push` asks the push holders first: one of them may take the navigation over.
 * 3. Back and Forward ask the step holders first. A step that one of them takes is not told to the
 *    router, which goes on showing the screen.
 * 4. Everything else is told to {@link PageRouter}.
 *
 * It stands in place of the router's own history, which lets nobody hold a step.
 */

/** What the page writes into an entry. What is laid over a screen keeps the number of the screen. */
interface Entry {
  readonly index: number;
  /** What a navigation hands to the next screen. */
  readonly state: unknown;
}

/** The entry that is shown, as the screens see it. Another object after each navigation. */
interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly state: unknown;
}

/** Where the server draws, which hands the address to the router itself. */
const NOWHERE: Visit = { pathname: '/', search: '', state: null };

/** How a navigation is made. */
interface NavigateOptions {
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

/** Takes a step through the history over; false leaves it to the next, at last to the router. */
export type StepHolder = (event: PopStateEvent) => boolean;
/** Takes a navigation over, which `go` makes after all; false lets it happen. */
export type PushHolder = (pathname: string, go: () => void) => boolean;

const stepHolders = new Set<StepHolder>();
const pushHolders = new Set<PushHolder>();
const listeners = new Set<(visit: Visit) => void>();

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

const VisitContext = createContext<Visit>(readVisit());

/** What the navigation that led here handed over; null without anything. */
export function useNavigationState(): unknown {
  return useContext(VisitContext).state;
}

/** The router of the page. There is one. */
export function PageRouter({ children }: { readonly children: ReactNode }): ReactNode {
  const [visit, setVisit] = useState(readVisit);
  useLayoutEffect(() => {
    // The screen before stays until the parts of the next one are there.
    const show = (next: Visit): void => {
      startTransition(() => {
        setVisit(next);
      });
    };
    listeners.add(show);
    return () => {
      listeners.delete(show);
    };
  }, []);
  return (
    <VisitContext value={visit}>
      <Router {...LOCATION} hrefs={keepParams}>
        {children}
      </Router>
    </VisitContext>
  );
}

/** What is in here goes on seeing the visit at which it was last shown while it `isHeld`. */
export function HeldVisit(props: {
  readonly isHeld: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { isHeld, children } = props;
  const visit = useContext(VisitContext);
  const [shown, setShown] = useState(visit);
  if (!isHeld && shown !== visit) setShown(visit);
  return <VisitContext value={isHeld ? shown : visit}>{children}</VisitContext>;
}

function usePath(): [string, (to: string, options?: NavigateOptions) => void] {
  return [useContext(VisitContext).pathname, navigate];
}

function useSearchText(): string {
  return useContext(VisitContext).search;
}

/** Where the router reads the address and by what it navigates. */
const LOCATION = { hook: usePath, searchHook: useSearchText };

function navigate(address: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const to = keepParams(address);
  const index = findIndex(history.state) ?? 0;
  if (replace) {
    history.replaceState(createEntry(index, state), '', to);
    tell();
    return;
  }
  const go = (): void => {
    history.pushState(createEntry((findIndex(history.state) ?? 0) + 1, state), '', to);
    tell();
  };
  const { pathname } = new URL(to, location.href);
  if (![...pushHolders].some((hold) => hold(pathname, go))) go();
}

function createEntry(index: number, state: unknown): Entry {
  return { index, state };
}

function readVisit(): Visit {
  if (typeof window === 'undefined') return NOWHERE;
  const { pathname, search } = location;
  const { state = null } = (history.state ?? {}) as Partial<Entry>;
  return { pathname, search, state };
}

function tell(): void {
  const visit = readVisit();
  for (const listener of listeners) listener(visit);
}

if (typeof window !== 'undefined') {
  if (findIndex(history.state) === undefined) {
    history.replaceState({ ...(history.state as object | null), ...createEntry(0, null) }, '');
  }
  window.addEventListener('popstate', (event) => {
    if (![...stepHolders].some((hold) => hold(event))) tell();
  });
}
