import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { Timers } from '#client/live/timers.ts';
import type { Slide } from './slides.ts';

/** A paused board resumes after this. */
export const MOST_HELD_MS = 10 * MINUTE_MS;

export interface SlidePosition {
  readonly key: string | undefined;
  /** The page's index, used if the page no longer exists. */
  readonly index: number;
  readonly isHeld: boolean;
}

/** Turns the pages of the board, each after the dwell time, unless paused. */
export class SlideShow extends ObservableState<SlidePosition> {
  #slides: readonly Slide[] = [];
  readonly #timers: Timers;
  #dwellMs: DurationMs = 0;
  #cancel = (): void => undefined;

  constructor(timers: Timers) {
    super({ key: undefined, index: 0, isHeld: false });
    this.#timers = timers;
  }

  /** Sets the current pages, without a delay of the next turn. */
  setSlides(slides: readonly Slide[]): void {
    this.#slides = slides;
  }

  /** Starts turning; returns a function that stops it. */
  start(dwellMs: DurationMs): () => void {
    this.#dwellMs = dwellMs;
    this.#wait();
    return () => this.#cancel();
  }

  readonly step = (by: 1 | -1): void => {
    const position = this.getSnapshot();
    const count = Math.max(1, this.#slides.length);
    const index = (findSlide(this.#slides, position) + by + count) % count;
    this.update({ index, key: this.#slides[index]?.key });
    this.#wait();
  };

  readonly toggleHold = (): void => {
    this.update({ isHeld: !this.getSnapshot().isHeld });
    this.#wait();
  };

  #wait(): void {
    this.#cancel();
    this.#cancel = this.getSnapshot().isHeld
      ? this.#timers.after(MOST_HELD_MS, this.toggleHold)
      : this.#timers.after(this.#dwellMs, () => this.step(1));
  }
}

/** The index of the shown page, or of its replacement if it no longer exists. */
export function findSlide(
  slides: readonly Slide[],
  { index, key }: Pick<SlidePosition, 'index' | 'key'>,
): number {
  const found = slides.findIndex((slide) => slide.key === key);
  return found === -1 ? Math.max(0, Math.min(index, slides.length - 1)) : found;
}
