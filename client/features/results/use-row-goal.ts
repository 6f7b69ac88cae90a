import { type RefObject, useEffect } from 'react';
import type { ResultsTab, TabCode } from '#shared/scoring/tabs.ts';
import { type TabRows, findIndexOf } from './list-rows.ts';

export interface RowGoal {
  readonly tab: TabCode;
  readonly runnerId: string;
}

interface RowGoalOptions {
  readonly goal: RowGoal | undefined;
  readonly tab: ResultsTab;
  readonly rows: TabRows;
  readonly scrollToRow: (index: number) => void;
  /** The runner whose row gets the focus once it is rendered (`useRowFocus`). */
  readonly focusRef: RefObject<string | undefined>;
  /** Called once the list is there, or cannot go there. */
  readonly onGoal: () => void;
}

/**
 * Goes to a row once its tab is shown: scrolls it into view and focuses it. After the paint, when
 * the list knows where on the page it begins.
 */
export function useRowGoal(options: RowGoalOptions): void {
  const { goal, tab, rows, scrollToRow, focusRef, onGoal } = options;
  useEffect(() => {
    if (goal?.tab !== tab.code) return;
    const index = findIndexOf(rows, goal.runnerId);
    if (index !== undefined) {
      // Blurs the pressed element: the row takes the focus when nothing has it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      focusRef.current = goal.runnerId;
      scrollToRow(index);
    }
    onGoal();
  }, [goal, tab, rows, scrollToRow, focusRef, onGoal]);
}
