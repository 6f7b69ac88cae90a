/** Looks at a step through the history, and says whether the router is to know nothing of it. */
export type HistoryHolder = (event: PopStateEvent) => boolean;

const holders = new Set<HistoryHolder>();

// The window calls its listeners in the order in which they came: this one has
// to be there before the router's, so the page loads this module first.
window.addEventListener('popstate', (event) => {
  if ([...holders].some((hold) => hold(event))) event.stopImmediatePropagation();
});

/** Lets a part of the page decide on steps through the history; returns what ends it. */
export function holdHistory(hold: HistoryHolder): () => void {
  holders.add(hold);
  return () => {
    holders.delete(hold);
  };
}

/** The router numbers its entries; what is laid over a screen keeps the number of the screen. */
export function findIndex(state: unknown): number | undefined {
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state;
  return isNumbered && typeof state.idx === 'number' ? state.idx : undefined;
}
