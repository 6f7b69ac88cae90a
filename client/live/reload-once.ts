const STORAGE_KEY = 'splitcast-reloaded-for';

/**
 * Reloads the page because the server speaks a newer protocol, once for each:
 * a page that is still old after that came from a stale cache, and reloading
 * for ever would help nobody. Returns false when it does not reload.
 */
export function reloadOnce(protocol: number): boolean {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === String(protocol)) return false;
    sessionStorage.setItem(STORAGE_KEY, String(protocol));
  } catch {
    // Without storage nothing tells a first reload from a hundredth one.
    return false;
  }
  location.reload();
  return true;
}
