import { type ReactNode, useId } from 'react';

import styles from './Field.module.css';

/** The attributes that link the control of a field to its label and notes. */
export interface FieldControl {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A note on the value, announced when it changes; pass an empty one from the start. */
  readonly note?: ReactNode;
  /** Renders the input, select or textarea. */
  readonly children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, note, children }: FieldProps): ReactNode {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const noteId = `${id}-note`;
  const notes = [
    error === undefined ? '' : errorId,
    note === undefined ? '' : noteId,
    hint === undefined ? '' : hintId,
  ];
  return (
    <div className={styles.field}>
      <label className="text-s bold muted" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-describedby': notes.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error !== undefined,
      })}
      {error === undefined ? null : (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      {note === undefined ? null : (
        <output id={noteId} className={styles.note}>
          {note}
        </output>
      )}
      {hint === undefined ? null : (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
