/**
 * Calls back whenever the page may have slept through messages: the tab comes
 * to the front, the network is back, the page returns from the browser's
 * history cache. Returns what ends it.
 */
export function listenForWake(onWake: () => void): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') onWake();
  };
  const onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) onWake();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', onWake);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onWake);
    window.removeEventListener('pageshow', onPageShow);
  };
}
