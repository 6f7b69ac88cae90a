import { type RefObject, useEffect } from 'react';

/**
 * Ignores a press that begins on one row and ends on another (SCREENS.md SE8): browsers give a touch to whatever is
 * under the finger when it lifts, and another row may have moved there. Rows are named by `data-row`. Keys and screen
 * readers, which have no position, always count.
 */
export function useSteadyRows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
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
    document.addEventListener('pointerdown', onDown, options);
    document.addEventListener('pointercancel', onCancel, options);
    document.addEventListener('click', onClick, options);
    return () => listening.abort();
  }, [list]);
}
