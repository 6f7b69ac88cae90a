import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, also after the window changes. The server has no window: while it
 * renders, the answer is `matchesOnServer`.
 */
export function useMedia(query: string, matchesOnServer = false): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => matchesOnServer,
  );
}
