import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { ComponentProps, ReactNode } from 'react';

import { CELL } from '#client/ui/table-roles.ts';
import type { Note } from './RowNote.tsx';
import { RowNote } from './RowNote.tsx';
import styles from './RunnersTable.module.css';

/** A form that is on its way to the server, or came back from there. */
export type RowMark = 'saving' | 'not saved';

export interface RunnerRowProps {
  /** What makes it a row of its table. */
  readonly frame: ComponentProps<'tr'>;
  readonly runner: AdminRunner;
  readonly isBest: boolean;
  /** E-mail addresses of those who have the runner open. */
  readonly editors: readonly string[];
  readonly mark: RowMark | undefined;
  readonly note: Note | undefined;
  /** The distance and the team. */
  readonly entry: string;
  readonly onOpen: (runnerId: string) => void;
}

/** One runner. The whole row opens the form for a pointer; for the keyboard it is the button at its end. */
export function RunnerRow({
  frame,
  runner,
  isBest,
  editors,
  mark,
  note,
  entry,
  onOpen,
}: RunnerRowProps): ReactNode {
  const { runnerId, firstName, lastName, category, raceNumber, bibNumber } = runner;
  return (
    // The click is a shortcut for those who point; everyone else has the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      {...frame}
      className={styles.row}
      data-runner-id={runnerId}
      data-best={isBest || undefined}
      onClick={() => {
        onOpen(runnerId);
      }}
    >
      <td className={styles.first} {...CELL}>
        {firstName}
        {mark ? (
          <span className={styles.mark} data-mark={mark}>
            {mark}
          </span>
        ) : null}
        {editors.length > 0 ? (
          <span className={styles.editing}>{describeEditors(editors)}</span>
        ) : null}
      </td>
      <td className={styles.last} {...CELL}>
        {lastName}
      </td>
      <td className={styles.number} {...CELL}>
        {category}
      </td>
      <td className={styles.number} data-name="band" {...CELL}>
        {raceNumber === '' ? <span className={styles.none}>none</span> : raceNumber}
      </td>
      <td className={styles.number} data-name="bib" {...CELL}>
        {bibNumber}
      </td>
      <td className={styles.entry} {...CELL}>
        <span className={styles.note}>{entry}</span>
        {note ? <RowNote note={note} /> : null}
      </td>
      <td className={styles.open} {...CELL}>
        <button
          type="button"
          className={styles.edit}
          aria-label={`Edit ${firstName} ${lastName}${isBest ? ', opened by Enter' : ''}`}
        >
          <span aria-hidden="true">{isBest ? '↵' : '✎'}</span>
        </button>
      </td>
    </tr>
  );
}

/** `ann is editing`, by the name before the @. */
function describeEditors(emails: readonly string[]): string {
  const names = [...new Set(emails.map((email) => email.replace(/@.*/, '')))];
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} editing`;
}
