import { type RefObject, useLayoutEffect, useState } from 'react';

/** The measures by which a drawing is laid out, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** The size of its letters. */
  readonly em: number;
  /** The width of a text, of regular weight unless another is given. */
  readonly measure: (text: string, weight?: number) => number;
}

/** The room of an element, measured again whenever it changes; undefined before the first time. */
export function useRoom(ref: RefObject<HTMLElement | null>): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const pen = document.createElement('canvas').getContext('2d');
    const measure = (): void => {
      // Of a screen that is not shown.
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
    // The typeface of the page may come after the first measure.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [ref]);
  return room;
}
