import { useEffect } from 'react';
import { logOnce } from '#client/live/log-once.ts';

/** Keeps the screen from going dark while this is shown, where the browser lets a page do that. */
export function useWakeLock(): void {
  useEffect(() => {
    // Over plain HTTP there is none.
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
    if (!wakeLock) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch (error) {
        logOnce('the screen may go dark', error);
      }
    };
    // The browser takes it back whenever the page is put away.
    const onVisible = (): void => void take();
    document.addEventListener('visibilitychange', onVisible);
    void take();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
