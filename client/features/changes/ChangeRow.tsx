import type { ReactNode } from 'react';
import { memo } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { CELL, ROW, ROW_HEADER } from '#client/ui/table-roles.ts';
import styles from './ChangesTable.module.css';
import { formatWhen } from './describe-entry.ts';
import type { ListedChange } from './find-changes.ts';

export interface ChangeRowProps {
  readonly change: ListedChange;
  /** The day it is, as `Date.toDateString` gives it. */
  readonly today: string;
  readonly onUndo: (change: ListedChange) => void;
}

/** One change, and the button that takes it back where that is possible. */
export const ChangeRow = memo(function ChangeRow(props: ChangeRowProps): ReactNode {
  const { change, today, onUndo } = props;
  const { entry, subject, lines } = change;
  return (
    <tr {...ROW}>
      <td {...CELL} className={styles.when}>
        <time dateTime={entry.at}>{formatWhen(entry.at, today)}</time>
      </td>
      <td {...CELL} className={styles.who}>
        {entry.by}
      </td>
      <th {...ROW_HEADER} scope="row" className={styles.subject}>
        {subject}
      </th>
      <td {...CELL} className={styles.what}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </td>
      <td {...CELL} className={styles.deed}>
        {entry.isLast ? (
          <Button
            onClick={() => {
              onUndo(change);
            }}
          >
            Undo<span className="visually-hidden"> the last change of {subject}</span>
          </Button>
        ) : null}
      </td>
    </tr>
  );
});
