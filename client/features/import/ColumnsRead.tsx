import type { ReactNode } from 'react';

import { FIELD_LABELS } from './field-labels.ts';
import styles from './PreviewOfFile.module.css';

export interface ColumnsReadProps {
  /** What each header is taken for, empty for nothing. */
  readonly fields: ReadonlyMap<string, string>;
  /** The notes of a good file name the columns that are not used. */
  readonly hasNotes: boolean;
}

/** Each column of the file and what it is taken for. */
export function ColumnsRead({ fields, hasNotes }: ColumnsReadProps): ReactNode {
  const known = [...fields].filter(([, field]) => field !== '');
  const ignored = hasNotes ? [] : [...fields].filter(([, field]) => field === '');
  return (
    <>
      <ul className={styles.pairs}>
        {known.map(([header, field]) => (
          <li key={header}>
            <span className={styles.header}>{header}</span>
            <span aria-hidden="true">→</span>
            <span className="visually-hidden"> is read as </span>
            <b>{FIELD_LABELS[field] ?? field}</b>
          </li>
        ))}
      </ul>
      {ignored.length > 0 ? (
        <p className={styles.ignored}>
          Columns not used: {ignored.map(([header]) => header || 'one without a name').join(', ')}
        </p>
      ) : null}
    </>
  );
}
