import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';
import { type ReactNode, useState, memo } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { COLUMN_HEADER, ROW, ROW_GROUP, TABLE, CELL, ROW_HEADER } from '#client/ui/table-roles.ts';
import styles from './ChangesTable.module.css';
import type { ListedChange } from './find-changes.ts';
import { describeTime, useToday } from '#client/organisers/runners/describe-last-seen.ts';

interface ChangeRowProps {
  readonly change: ListedChange;
  readonly timeZone: string;
  /** As `useToday` gives it. */
  readonly today: string;
  readonly onUndo: (change: ListedChange) => void;
}

const ChangeRow = memo(function ChangeRow(props: ChangeRowProps): ReactNode {
  const { change, timeZone, today, onUndo } = props;
  const { entry, subject, lines } = change;
  return (
    <tr {...ROW}>
      <td {...CELL} className={styles.when}>
        <time dateTime={entry.at}>{describeTime(Date.parse(entry.at), timeZone, today)}</time>
      </td>
      <td {...CELL} className={styles.who}>
        {entry.by}
      </td>
      <th {...ROW_HEADER} className={styles.subject}>
        {subject}
      </th>
      <td {...CELL} className={styles.what}>
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </td>
      <td {...CELL} className={styles.action}>
        {entry.isLast ? (
          <Button onClick={() => onUndo(change)}>
            Undo<span className="visually-hidden"> the last change of {subject}</span>
          </Button>
        ) : null}
      </td>
    </tr>
  );
});

export interface ChangesTableProps {
  /** Newest first. */
  readonly changes: readonly ListedChange[];
  /** The zone of the race, in which moments are shown. */
  readonly timeZone: string;
  /** The search text; empty when all are listed. */
  readonly text: string;
  readonly onUndo: (change: ListedChange) => void;
}

/** Rows that are shown at first, and that each look further back adds. */
const ROWS_STEP = 200;
const COLUMNS = ['When', 'Who', 'Runner or item', 'What changed'] as const;

export function ChangesTable({ changes, timeZone, text, onUndo }: ChangesTableProps): ReactNode {
  const [shown, setShown] = useState(ROWS_STEP);
  const today = useToday(timeZone);
  if (changes.length === 0) {
    return (
      <EmptyNote>
        <p>{text === '' ? 'Nothing has been changed yet.' : `No change matches “${text}”.`}</p>
      </EmptyNote>
    );
  }
  return (
    <>
      <table className={styles.table} {...TABLE} aria-label="Changes">
        <thead {...ROW_GROUP}>
          <tr {...ROW}>
            {COLUMNS.map((column) => (
              <th key={column} {...COLUMN_HEADER}>
                {column}
              </th>
            ))}
            <th {...COLUMN_HEADER}>
              <span className="visually-hidden">Undo</span>
            </th>
          </tr>
        </thead>
        <tbody {...ROW_GROUP}>
          {changes.slice(0, shown).map((change) => (
            <ChangeRow
              key={`${change.entry.version} ${change.entry.runnerId}`}
              change={change}
              timeZone={timeZone}
              today={today}
              onUndo={onUndo}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        {changes.length > shown ? (
          <Button onClick={() => setShown(shown + ROWS_STEP)}>Show older changes</Button>
        ) : null}
        {text === '' && changes.length >= CHANGES_LISTED && changes.length <= shown ? (
          <p>A runner’s older changes are in the history at the foot of their form.</p>
        ) : null}
      </div>
    </>
  );
}
