import { type RefObject, useLayoutEffect, useState } from 'react';

/** The size of an element, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** The font size. */
  readonly em: number;
  /** The width of a text. */
  readonly measure: (text: string, weight?: number) => number;
}

/** Measures an element and follows its changes; undefined before the first measurement. */
export function useRoom(ref: RefObject<HTMLElement | null>): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const pen = document.createElement('canvas').getContext('2d');
    const measure = (): void => {
      // The screen is hidden.
      if (element.clientWidth === 0) return;
      const { fontFamily, fontSize } = getComputedStyle(element);
      setRoom({
        width: element.clientWidth,
        height: element.clientHeight,
        em: Number.parseFloat(fontSize),
        measure: (text, weight = 400) => {
          if (!pen) return 0;
          pen.font = `${weight} ${fontSize} ${fontFamily}`;
          return pen.measureText(text).width;
        },
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The web font may load after the first measurement.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [ref]);
  return room;
}
