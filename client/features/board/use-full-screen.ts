import { useCallback, useSyncExternalStore } from 'react';
import { logOnce } from '#client/live/log-once.ts';

export interface FullScreen {
  readonly isFull: boolean;
  /** Undefined where the browser cannot do it, as on a phone. */
  readonly toggle: (() => void) | undefined;
}

export function useFullScreen(): FullScreen {
  const isFull = useSyncExternalStore(watch, isFullScreen);
  const toggle = useCallback(() => {
    const done = isFullScreen()
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    done.catch((error: unknown) => logOnce('the browser refused the full screen', error));
  }, []);
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
}

function isFullScreen(): boolean {
  return document.fullscreenElement !== null;
}

function watch(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}
