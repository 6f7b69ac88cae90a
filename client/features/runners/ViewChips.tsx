import type { ReactNode } from 'react';

import styles from './ViewChips.module.css';

export interface ViewChip<View extends string> {
  readonly view: View;
  readonly label: string;
  /** How many there are; undefined until loaded, or for the view of all. */
  readonly count?: number | undefined;
  /** Of them are past the time at which nine of ten would be there. */
  readonly overdue?: number;
  /** Somebody has to act on them. */
  readonly isCalling?: boolean;
}

export interface ViewChipsProps<View extends string> {
  readonly chips: readonly ViewChip<View>[];
  readonly shown: View;
  /** The view of everybody, which a second press shows again. */
  readonly all: View;
  readonly onShow: (view: View) => void;
  /** Where there is room for several lines; on a phone they go on beside the screen. */
  readonly isWrapping?: boolean;
}

/** The views of a list, with how many are in each; a press shows one alone, another one everybody. */
export function ViewChips<View extends string>(props: ViewChipsProps<View>): ReactNode {
  const { chips, shown, all, onShow, isWrapping } = props;
  return (
    <fieldset className={styles.chips} data-wraps={isWrapping} aria-label="Show">
      {chips.map(({ view, label, count, overdue = 0, isCalling = false }) => (
        <button
          key={view}
          type="button"
          className={styles.chip}
          data-part={view}
          data-calls={isCalling || overdue > 0}
          aria-pressed={view === shown}
          onClick={() => onShow(view === shown ? all : view)}
        >
          <span>{label}</span>
          {view === all ? null : (
            <>
              {' '}
              <span className={styles.count}>
                {count ?? '…'}
                {overdue > 0 ? <span className={styles.overdue}> {overdue} overdue</span> : null}
              </span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  );
}
