import { useEffect, useEffectEvent, useState } from 'react';

import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';
import type { Slide } from './slides.ts';

/** A paused board resumes after this. */
const MOST_HELD_MS = 10 * MINUTE_MS;

export interface SlidePosition {
  readonly key: string | undefined;
  /** The page's index, used if the page no longer exists. */
  readonly index: number;
}

export interface SlideShow {
  /** Undefined without pages. */
  readonly slide: Slide | undefined;
  readonly isHeld: boolean;
  readonly step: (by: 1 | -1) => void;
  readonly toggleHold: () => void;
}

/** Turns the pages of the board, each after the dwell time, unless paused. A change of the pages delays no turn. */
export function useSlideShow(slides: readonly Slide[], dwellMs: DurationMs): SlideShow {
  const [position, setPosition] = useState<SlidePosition>({ key: undefined, index: 0 });
  const [isHeld, setIsHeld] = useState(false);
  const step = (by: 1 | -1): void => setPosition(turnPage(slides, position, by));
  const toggleHold = (): void => setIsHeld(!isHeld);
  const onTime = useEffectEvent((from: SlidePosition) =>
    isHeld ? setIsHeld(false) : setPosition(turnPage(slides, from, 1)),
  );
  useEffect(() => {
    const timer = setTimeout(() => onTime(position), isHeld ? MOST_HELD_MS : dwellMs);
    return () => clearTimeout(timer);
  }, [position, isHeld, dwellMs]);
  return { slide: slides[findSlide(slides, position)], isHeld, step, toggleHold };
}

/** The position of the next page or the one before; after the last comes the first. */
export function turnPage(slides: readonly Slide[], from: SlidePosition, by: 1 | -1): SlidePosition {
  const count = Math.max(1, slides.length);
  const index = (findSlide(slides, from) + by + count) % count;
  return { index, key: slides[index]?.key };
}

/** The index of the shown page, or of its replacement if it no longer exists. */
export function findSlide(slides: readonly Slide[], { index, key }: SlidePosition): number {
  const found = slides.findIndex((slide) => slide.key === key);
  return found === -1 ? Math.max(0, Math.min(index, slides.length - 1)) : found;
}
