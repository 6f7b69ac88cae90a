import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect } from 'react';

import { findIndexOf, type TabRows } from './list-rows.ts';

export interface RowFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  /** Keeps the focused row rendered wherever it is in the list. */
  readonly rangeExtractor: (range: Range) => number[];
}

/**
 * Keeps the focus on a runner, whose row may move to the other table or far away. `focusRef` holds the runner's id; set
 * it before opening a dialog, so that the focus returns to the row. The page does not scroll there: the reader may be
 * elsewhere.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: TabRows,
  focusRef: RefObject<string | undefined>,
): RowFocus {
  useLayoutEffect(() => {
    const runnerId = focusRef.current;
    if (runnerId === undefined || document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>(
      `[data-runner-id="${CSS.escape(runnerId)}"]`,
    );
    // Listed but not rendered yet: focus it after a later render.
    if (!row && findIndexOf(rows, runnerId) !== undefined) return;
    const name = row?.querySelector('a');
    // Off the list: focus the list itself.
    const next = name ?? row ?? list.current?.closest('main');
    if (!row) focusRef.current = undefined;
    next?.focus({ preventScroll: true });
  });

  return {
    onFocus: ({ target }) => {
      const row = target.closest<HTMLElement>('[data-runner-id]');
      focusRef.current = row?.dataset['runnerId'];
    },
    onBlur: ({ target }) => {
      // Keep it while a dialog is open or the window is inactive: both return the focus.
      const isAway = document.querySelector('dialog[open]') !== null;
      if (!isAway && document.activeElement !== target) focusRef.current = undefined;
    },
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        const index =
          focusRef.current === undefined ? undefined : findIndexOf(rows, focusRef.current);
        if (index === undefined || indexes.includes(index)) return indexes;
        return [...indexes, index].toSorted((a, b) => a - b);
      },
      [rows, focusRef],
    ),
  };
}
