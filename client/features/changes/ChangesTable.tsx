import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { ChangeRow } from './ChangeRow.tsx';
import styles from './ChangesTable.module.css';
import type { ListedChange } from './find-changes.ts';

export interface ChangesTableProps {
  /** Newest first. */
  readonly changes: readonly ListedChange[];
  /** What they were found by; empty when all are listed. */
  readonly text: string;
  readonly onUndo: (change: ListedChange) => void;
}

/** Rows that are shown at first, and that each look further back adds. */
const ROWS_STEP = 200;
const COLUMNS = ['When', 'Who', 'Whom or what', 'What changed'] as const;

/** The changes, one a row; on a phone each is a block. */
export function ChangesTable({ changes, text, onUndo }: ChangesTableProps): ReactNode {
  const [shown, setShown] = useState(ROWS_STEP);
  const nowMs = useTick(true);
  if (changes.length === 0) {
    return (
      <EmptyNote>
        <p>{text === '' ? 'Nothing has been changed yet.' : `No change matches “${text}”.`}</p>
      </EmptyNote>
    );
  }
  const day = new Date(nowMs).toDateString();
  return (
    <>
      <table className={styles.table} {...TABLE} aria-label="Changes">
        <thead {...ROW_GROUP}>
          <tr {...ROW}>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" {...COLUMN_HEADER}>
                {column}
              </th>
            ))}
            <th scope="col" {...COLUMN_HEADER}>
              <span className="visually-hidden">Undo</span>
            </th>
          </tr>
        </thead>
        <tbody {...ROW_GROUP}>
          {changes.slice(0, shown).map((change) => (
            <ChangeRow
              key={`${change.entry.version} ${change.entry.runnerId}`}
              change={change}
              today={day}
              onUndo={onUndo}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        {changes.length > shown ? (
          <Button
            onClick={() => {
              setShown(shown + ROWS_STEP);
            }}
          >
            Show older changes
          </Button>
        ) : null}
        {text === '' && changes.length >= CHANGES_LISTED && changes.length <= shown ? (
          <p>Older changes of a runner are in the history at the foot of their form.</p>
        ) : null}
      </div>
    </>
  );
}
