import { useEffect, useRef } from 'react';
import type { FullScreen } from './use-full-screen.ts';
import type { SlideShow } from './slide-show.ts';

/** Arrows turn the page, the space bar holds it, `f` makes it fill the screen. */
export function useBoardKeys(show: SlideShow, fullScreen: FullScreen): void {
  const latest = useRef({ show, fullScreen });
  useEffect(() => {
    latest.current = { show, fullScreen };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // On a button or a link the space bar presses that.
      const isOnControl = event.target instanceof Element && event.target.closest('button, a');
      const { show, fullScreen } = latest.current;
      const act = {
        ArrowRight: () => {
          show.step(1);
        },
        ArrowLeft: () => {
          show.step(-1);
        },
        ' ': isOnControl ? undefined : show.toggleHold,
        f: fullScreen.toggle,
        F: fullScreen.toggle,
      }[event.key];
      if (!act) return;
      event.preventDefault();
      if (!event.repeat) act();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
