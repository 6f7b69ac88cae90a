/** Looks at a step through the history, and says whether the router is to know nothing of it. */
export type HistoryHolder = (event: PopStateEvent) => boolean;

let holder: HistoryHolder | undefined;

// The window calls its listeners in the order in which they came: this one has
// to be there before the router's, so the page loads this module first.
window.addEventListener('popstate', (event) => {
  if (holder?.(event)) event.stopImmediatePropagation();
});

/** Lets a screen decide on steps through the history; returns what ends it. */
export function holdHistory(hold: HistoryHolder): () => void {
  holder = hold;
  return () => {
    if (holder === hold) holder = undefined;
  };
}
