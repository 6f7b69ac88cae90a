import { type RefObject, useEffect } from 'react';

/**
 * Ignores a press that begins on one row (`[data-row]`, which names it) and ends on another (SCREENS.md SE8): a browser gives a
 * touch to whatever lies under the finger when it is lifted, and another row may have moved there by then. A press without a
 * place, by a key or a screen reader, always counts.
 */
export function useSteadyRows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let began: { readonly row: string | undefined } | undefined;
    const findRow = ({ target }: Event): string | undefined =>
      target instanceof Element && list.current?.contains(target)
        ? target.closest<HTMLElement>('[data-row]')?.dataset['row']
        : undefined;
    const onDown = (event: Event): void => {
      began = { row: findRow(event) };
    };
    const onCancel = (): void => {
      began = undefined;
    };
    const onClick = (event: MouseEvent): void => {
      const press = event.detail === 0 ? undefined : began;
      began = undefined;
      const row = findRow(event);
      if (!press || row === undefined || row === press.row) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('pointerdown', onDown, true);
    document.addEventListener('pointercancel', onCancel, true);
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('pointercancel', onCancel, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [list]);
}
