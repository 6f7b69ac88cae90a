import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches; follows changes of the window. The server, without one, uses `matchesOnServer`. */
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
