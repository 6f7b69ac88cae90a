import { type RefObject, useEffect } from 'react';

/**
 * Focuses a field when its screen appears. Not on a phone, whose keyboard would hide the list; not while a control around
 * the screen has the focus, such as the menu or *Sign out*, except for the link that led here.
 */
export function useArrivalFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches && isFocusFree()) field.current?.focus();
  }, [field]);
}

function isFocusFree(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return true;
  return focused.matches('#screen, #screen *, a[aria-current]');
}
