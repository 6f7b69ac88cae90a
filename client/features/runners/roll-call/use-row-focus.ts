import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The focused row and those around it, in the order in which the focus continues when it is gone. */
interface FocusedRow {
  readonly element: Element;
  readonly ids: readonly string[];
}

function listRows(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-runner-id]') ?? [])];
}

/** Focuses the row of a runner; returns whether there is one. */
export function focusRow(list: HTMLElement | null, runnerId: string | undefined): boolean {
  const row = listRows(list).find(({ dataset }) => dataset['runnerId'] === runnerId);
  row?.querySelector('button')?.focus();
  return row !== undefined;
}

/** Moves the focus by a row; returns whether there is one. */
export function stepRow(list: HTMLElement | null, from: Element, step: 1 | -1): boolean {
  const rows = listRows(list);
  const at = rows.findIndex((row) => row.contains(from));
  const next = rows[at + step];
  next?.querySelector('button')?.focus();
  return next !== undefined;
}

/**
 * Keeps the focus with its runner when the row moves in the list, for example after a read or a report. When the runner
 * leaves the list, the focus goes to the next row.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): void {
  const focused = useRef<FocusedRow>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('dialog')) return;
      const row = target.closest<HTMLElement>('[data-runner-id]');
      const rows = listRows(list.current);
      const at = row ? rows.indexOf(row) : -1;
      const around = [...rows.slice(at), ...rows.slice(0, Math.max(at, 0)).toReversed()];
      focused.current =
        at === -1
          ? undefined
          : { element: target, ids: around.map(({ dataset }) => dataset['runnerId'] ?? '') };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list]);
  useLayoutEffect(() => {
    const was = focused.current;
    if (!was || was.element.isConnected || document.activeElement !== document.body) return;
    focused.current = undefined;
    was.ids.some((runnerId) => focusRow(list.current, runnerId));
  });
}
