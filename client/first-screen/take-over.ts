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
      const { config, head, runner, connection } = store.getSnapshot();
      if ((config && (head || runner)) || connection === 'offline') end();
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

/**
 * Does in the page what was pressed in the drawn screen, the last press alone. Called while that stands
 * there; what it returns is called when the page stands in its place. If another runner is there by
 * then, nothing is pressed.
 */
export function holdPress(container: Element): () => void {
  const drawn = container.querySelector<HTMLElement>('[data-drawn]');
  const at = drawn?.dataset['pressed'];
  if (!drawn || !at) return () => undefined;
  // Where nothing can be used nothing is found either.
  drawn.inert = false;
  const meant = findPressed(at)?.textContent;
  drawn.inert = true;
  return () => {
    const found = findPressed(at);
    if (!found || found.textContent !== meant) return;
    found.focus();
    found.click();
  };
}

/** What takes a press at a place (`x y`, in pixels of the window). */
function findPressed(at: string): HTMLElement | null {
  const [x = -1, y = -1] = at.split(' ').map(Number);
  const found = document.elementFromPoint(x, y);
  return found?.closest<HTMLElement>('a, button, input, [tabindex]') ?? null;
}
