/** Signals of the browser about its network and about the page's sleep. */
export interface PageSignals {
  /** Whether the browser has a network. It may be wrong both ways. */
  isOnline(): boolean;
  /** Whether the page is out of sight: another tab is in front, or the phone is locked. */
  isHidden(): boolean;
  /** Returns a function that stops listening. */
  listen(listener: PageListener): () => void;
}

/** Calls back whenever the page is hidden: another tab, another app, closed. */
export function onPageHidden(listener: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener();
  });
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

export const browserSignals: PageSignals = {
  isOnline: () => navigator.onLine,
  isHidden: () => document.visibilityState === 'hidden',
  listen: ({ onWake, onOffline }) => {
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') onWake();
    };
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) onWake();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onWake);
    window.addEventListener('offline', onOffline);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onWake);
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('pageshow', onPageShow);
    };
  },
};
