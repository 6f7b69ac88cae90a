import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query holds, also after the window changes. Where the server draws, which knows no
 * window, it is taken to be `whenDrawn`.
 */
export function useMedia(query: string, whenDrawn = false): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => {
        list.removeEventListener('change', onChange);
      };
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => whenDrawn,
  );
}
