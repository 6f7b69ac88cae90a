import { type RefObject, useEffect } from 'react';

/**
 * Focuses a field when its screen appears. Not on a phone, whose keyboard would hide the list; not while the focus is in
 * the menu, which would close, or on a link to another screen, which may be about to be followed.
 */
export function useArrivalFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!window.matchMedia('(pointer: fine)').matches) return;
    if (document.activeElement?.closest('[role=menu], a[href]:not([aria-current])')) return;
    field.current?.focus();
  }, [field]);
}
