import type { ReactNode } from 'react';

import styles from './RunnersTable.module.css';

/** A second line under a name. */
export interface Note {
  readonly text: string;
  /** It calls for somebody to look into it. */
  readonly isWarning?: boolean;
  /** Whom to call about it. */
  readonly phone?: string;
}

export function RowNote({ note }: { readonly note: Note }): ReactNode {
  const { text, isWarning = false, phone = '' } = note;
  const link = findPhoneLink(phone);
  return (
    <span className={isWarning ? styles.warning : styles.note}>
      {text}
      {phone === '' ? null : ' · '}
      {link === undefined ? (
        phone
      ) : (
        <a
          className={styles.phone}
          href={link}
          onClick={(event) => {
            // The row around it opens the form.
            event.stopPropagation();
          }}
        >
          {phone}
        </a>
      )}
    </span>
  );
}

/** What calls a number as people write it; undefined when it is none. */
export function findPhoneLink(phone: string): string | undefined {
  const [, plus = '', rest = ''] = /^\s*(\+?)([\d\s()./-]+)$/.exec(phone) ?? [];
  // +44 (0)7700 900123: the nought in brackets is for calls from within the country.
  const digits = rest.replace(plus === '' ? /\D/g : /\(0\)|\D/g, '');
  return digits.length < 3 ? undefined : `tel:${plus}${digits}`;
}
