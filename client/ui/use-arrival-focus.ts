import { type RefObject, useEffect } from 'react';

/**
 * Puts the cursor into a field when its screen arrives. Not on a phone, whose keyboard would hide
 * the list, and not while somebody is in the menu, which closes when it loses the focus.
 */
export function useArrivalFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!window.matchMedia('(pointer: fine)').matches) return;
    if (document.activeElement?.closest('[role=menu]')) return;
    field.current?.focus();
  }, [field]);
}
