import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Keys without a modifier that work wherever the focus is, except in fields and dialogs, as soon as
 * the screen is visible.
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
