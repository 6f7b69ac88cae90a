import type { RaceStore } from '#client/live/race-store.ts';
import type { Timers } from '#client/live/timers.ts';

/** What the server drew is as good as what the page could say meanwhile; past this it says that it waits. */
const PATIENCE_MS = 15_000;

/** Whether the server has drawn the first screen into the document, and it was left there (`prepare.ts`). */
export function isDrawn(container: Element): boolean {
  return container.querySelector('[data-drawn]') !== null;
}

/**
 * Done when the page can show all that the server has drawn, so that nothing moves when it takes its
 * place, or when it has something else to say: that there is no network.
 */
export function whenAbleToTakeOver(store: RaceStore, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { config, head, connection } = store.getSnapshot();
      if ((config && head) || connection === 'offline') end();
    };
    const unsubscribe = store.subscribe(look);
    const cancel = timers.after(PATIENCE_MS, () => {
      end();
    });
    const end = (): void => {
      unsubscribe();
      cancel();
      resolve();
    };
    look();
  });
}
