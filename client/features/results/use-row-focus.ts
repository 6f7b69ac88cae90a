import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect } from 'react';

import { findIndexOf, type TabRows } from './list-rows.ts';

export interface RowFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  /** Renders the focused row wherever it is in the list. */
  readonly rangeExtractor: (range: Range) => number[];
}

/**
 * Keeps the focus on a runner, whose row may be rendered again in the other table, or move far away, after each finish.
 * `focusRef` names the runner; a component that opens a dialog on a runner sets it, so that the focus returns to their
 * row. The page does not scroll there: the reader may be elsewhere.
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
    // Not rendered yet, for example before the rows of a new search: it will come with them.
    if (!row && findIndexOf(rows, runnerId) !== undefined) return;
    const name = row?.querySelector('a');
    // A runner off the list leaves the focus to the list.
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
      // A dialog gives the focus back; a window that is left and returned to keeps it.
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
