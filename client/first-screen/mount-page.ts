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

/**
 * The last press in the server-rendered screen, also during mounting. `release` repeats it in the
 * page that took its place; nothing is pressed if another runner is there by then.
 */
export class HeldPress {
  readonly #container: Element;
  #at: string | undefined;
  #pressedText: string | null | undefined;

  constructor(container: Element) {
    this.#container = container;
    this.#note();
    document.addEventListener('pointerup', this.#note);
  }

  release(): void {
    document.removeEventListener('pointerup', this.#note);
    const found = this.#at === undefined ? null : findPressed(this.#at);
    if (!found || found.textContent !== this.#pressedText) return;
    found.focus();
    found.click();
  }

  readonly #note = (): void => {
    const serverRendered = this.#container.querySelector<HTMLElement>('[data-drawn]');
    const at = serverRendered?.dataset['pressed'];
    if (!serverRendered || !at) return;
    this.#at = at;
    // Nothing can be hit in an inert element.
    serverRendered.inert = false;
    this.#pressedText = findPressed(at)?.textContent;
    serverRendered.inert = true;
  };
}

/** The element that takes a press at a place (`x y`, in pixels of the window). */
function findPressed(at: string): HTMLElement | null {
  const [x = -1, y = -1] = at.split(' ').map(Number);
  const found = document.elementFromPoint(x, y);
  return found?.closest<HTMLElement>('a, button, input, [tabindex]') ?? null;
}
