import { type RefObject, useEffect } from 'react';
import type { ResultsTab, TabCode } from '#shared/scoring/tabs.ts';
import { type TabRows, findIndexOf } from './list-rows.ts';

/** A row that somebody asked to be led to. */
export interface RowGoal {
  readonly tab: TabCode;
  readonly runnerId: string;
}

interface RowGoalOptions {
  readonly goal: RowGoal | undefined;
  readonly tab: ResultsTab;
  readonly rows: TabRows;
  readonly scrollToRow: (index: number) => void;
  /** Whose row gets the focus once it is drawn (`useRowFocus`). */
  readonly focusRef: RefObject<string | undefined>;
  /** Is called once the list is there, or cannot lead there. */
  readonly onGoal: () => void;
}

/**
 * Leads to a row once its tab is shown: brings it into sight and gives it the focus. After the
 * paint, when the list knows where on the page it begins.
 */
export function useRowGoal(options: RowGoalOptions): void {
  const { goal, tab, rows, scrollToRow, focusRef, onGoal } = options;
  useEffect(() => {
    if (goal?.tab !== tab.code) return;
    const index = findIndexOf(rows, goal.runnerId);
    if (index !== undefined) {
      // What was pressed lets go of it: the row takes the focus when nothing has it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      focusRef.current = goal.runnerId;
      scrollToRow(index);
    }
    onGoal();
  }, [goal, tab, rows, scrollToRow, focusRef, onGoal]);
}
