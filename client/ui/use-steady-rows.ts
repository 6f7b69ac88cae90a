import { type RefObject, useEffect } from 'react';

/**
 * A press that began on one row (`[data-row]`, which names it) of the list and ends on another is none (SCREENS.md
 * SE9): a browser gives a touch to what lies under the finger when that is lifted, and another row may have come
 * there meanwhile. A press of a key has no place, and always counts.
 */
export function useSteadyRows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let began: string | undefined;
    const findRow = ({ target }: Event): string | undefined =>
      target instanceof Element && list.current?.contains(target)
        ? target.closest<HTMLElement>('[data-row]')?.dataset['row']
        : undefined;
    const onDown = (event: Event): void => {
      began = findRow(event);
    };
    const onClick = (event: MouseEvent): void => {
      const row = findRow(event);
      if (event.detail === 0 || row === undefined || row === began) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('pointerdown', onDown, true);
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [list]);
}
