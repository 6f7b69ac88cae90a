import type { RaceStore } from '#client/live/race-store.tsx';
import type { Timers } from '#client/live/timers.ts';

/**
 * Until then the page shows the server's rendering, which is as good as anything it could show; afterwards it says that
 * it waits.
 */
const PATIENCE_MS = 15_000;

/** Whether the server has rendered the first screen into the document, and `prepare.ts` kept it. */
export function isServerRendered(container: Element): boolean {
  return container.querySelector('[data-drawn]') !== null;
}

/**
 * Resolves when the page can show all that the server has rendered, so that nothing moves when it
 * takes its place, or when it has something else to say: that there is no network.
 */
export function whenAbleToMount(store: RaceStore, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { config, head, runner, connection } = store.getSnapshot();
      if ((config && (head || runner)) || connection === 'offline') end();
    };
    const unsubscribe = store.subscribe(look);
    const cancel = timers.after(PATIENCE_MS, () => end());
    const end = (): void => {
      unsubscribe();
      cancel();
      resolve();
    };
    look();
  });
}
