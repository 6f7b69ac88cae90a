import type { RaceStore } from '#client/live/race-store.tsx';
import type { Timers } from '#client/live/timers.ts';

/** After this the page replaces the server's rendering even without data, and shows that it is waiting. */
const PATIENCE_MS = 15_000;

/** Whether the document has the server's rendering, which `prepare.ts` removes in some browsers. */
export function isServerRendered(container: Element): boolean {
  return container.querySelector('[data-drawn]') !== null;
}

/** Resolves when the page can render the same as the server did, or has to show that there is no network. */
export function whenAbleToMount(store: RaceStore, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      const { config, head, runner, connection } = store.getSnapshot();
      if ((config && (head || runner)) || connection === 'offline') end();
    };
    const unsubscribe = store.subscribe(check);
    const cancel = timers.after(PATIENCE_MS, () => end());
    const end = (): void => {
      unsubscribe();
      cancel();
      resolve();
    };
    check();
  });
}
