/** Signals of the browser about its network and about the page's sleep. */
export interface PageSignals {
  /** Whether the browser has a network. It may be wrong both ways. */
  isOnline(): boolean;
  /** Whether the page is out of sight: another tab is in front, or the phone is locked. */
  isHidden(): boolean;
  /** Returns a function that stops listening. */
  listen(listener: PageListener): () => void;
}

export interface PageListener {
  /**
   * The page may have missed messages while asleep: the tab comes to the front, the network is
   * back, the page returns from the browser's history cache.
   */
  readonly onWake: () => void;
  /** The browser lost its network. A server on the same machine may still answer. */
  readonly onOffline: () => void;
}

/** Calls back whenever the page is hidden: another tab, another app, closed. */
export function onPageHidden(listener: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener();
  });
}

export const browserSignals: PageSignals = {
  isOnline: () => navigator.onLine,
  isHidden: () => document.visibilityState === 'hidden',
  listen: ({ onWake, onOffline }) => {
    const listening = new AbortController();
    const { signal } = listening;
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') onWake();
    };
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) onWake();
    };
    document.addEventListener('visibilitychange', onVisible, { signal });
    window.addEventListener('online', onWake, { signal });
    window.addEventListener('offline', onOffline, { signal });
    window.addEventListener('pageshow', onPageShow, { signal });
    return () => listening.abort();
  },
};
