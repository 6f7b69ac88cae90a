import type { ReactNode } from 'react';

import type { ImportPreview } from '#shared/wire/admin-api.ts';

import styles from './PreviewOfFile.module.css';

/** What the screens call the columns an import knows. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  event: 'Event',
  raceNumber: 'Wristband',
  bibNumber: 'Bib',
  ageGroup: 'Age category',
  runClub: 'Team',
  overrideTime: 'Override time',
  mobileNumber: 'Mobile number',
};

export interface ColumnsReadProps extends Pick<ImportPreview, 'columns'> {
  /** The notes of a good file name the columns that are not used. */
  readonly hasNotes: boolean;
}

/** Each column of the file and what it is taken for. */
export function ColumnsRead({ columns, hasNotes }: ColumnsReadProps): ReactNode {
  const known = columns.filter(({ field }) => field !== '');
  const ignored = hasNotes ? [] : columns.filter(({ field }) => field === '');
  return (
    <div className={styles.columns}>
      <h2 className={styles.title}>Columns</h2>
      <ul className={styles.pairs}>
        {known.map(({ header, field }) => (
          <li key={`${header} ${field}`}>
            <span className={styles.header}>{header}</span>
            <span aria-hidden="true">→</span>
            <span className="visually-hidden"> is read as </span>
            <b>{FIELD_LABELS[field] ?? field}</b>
          </li>
        ))}
      </ul>
      {ignored.length > 0 ? (
        <p className={styles.ignored}>
          Columns not used: {ignored.map(({ header }) => header || 'one without a name').join(', ')}
        </p>
      ) : null}
    </div>
  );
}
