/** Runs once the page has loaded and the browser has nothing better to do. */
export function whenIdle(run: () => void): void {
  const wait = (): void => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 5_000 });
    else setTimeout(run, 1_000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
