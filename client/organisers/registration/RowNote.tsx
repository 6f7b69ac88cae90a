import type { ReactNode } from 'react';

import styles from './RunnersTable.module.css';

/** A second line under a name. */
export interface Note {
  readonly text: string;
  /** It calls for somebody to look into it. */
  readonly isWarning?: boolean;
}

export function RowNote({ note }: { readonly note: Note }): ReactNode {
  return <span className={note.isWarning ? styles.warning : styles.note}>{note.text}</span>;
}
