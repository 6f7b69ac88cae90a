import { useLayoutEffect, useRef } from 'react';

export type KeyActions = Readonly<Record<string, () => void>>;

/**
 * Keys without a modifier that work wherever the focus is, except in fields and dialogs, as soon as
 * the screen is visible.
 */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
