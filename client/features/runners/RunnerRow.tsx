import { nameOrBib } from '#client/organisers/runners/editor-values.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import { findCheckIn } from '#shared/model/report.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { ComponentProps, ReactNode } from 'react';
import { CELL } from '#client/ui/table-roles.ts';
import virtual from '#client/ui/VirtualTable.module.css';
import { RunnerContacts } from '#client/organisers/runners/RunnerContacts.tsx';
import styles from './RunnerRow.module.css';
import table from './RunnersTable.module.css';

/** A second line under a name. */
export interface Note {
  readonly text: string;
  /** Somebody has to look into it. */
  readonly isWarning?: boolean;
}

/** The place where a runner was last seen, for missing ones. */
export interface Seen {
  /** The most important part, such as how long ago; empty when the rest says all. */
  readonly lead: string;
  readonly rest: string;
}

/** When and where a runner was last seen, and whom to call about them. */
function SeenCell({
  runner,
  seen,
}: Pick<RunnerRowProps, 'runner'> & { readonly seen: Seen }): ReactNode {
  const { lead, rest } = seen;
  return (
    <td className={table.seen} data-name="seen" {...CELL}>
      <span>
        {lead === '' ? null : (
          <>
            <strong>{lead}</strong>
            {rest === '' ? null : ' · '}
          </>
        )}
        {rest}
      </span>
      <RunnerContacts runner={runner} />
    </td>
  );
}

/** A submitted form that is in progress, or was refused. */
export type RowMark = 'saving' | 'not saved';

export interface RunnerRowProps {
  readonly frame: ComponentProps<'tr'>;
  readonly runner: AdminRunner;
  readonly isBest: boolean;
  /** E-mail addresses of those who have the runner open. */
  readonly editors: readonly string[];
  readonly mark: RowMark | undefined;
  readonly note: Note | undefined;
  /** The cell of that column; undefined where the table has none. */
  readonly seen: Seen | undefined;
  /** The distance and the team. */
  readonly entry: string;
  readonly onOpen: (runnerId: string) => void;
}

/** One runner. For a pointer the whole row opens the form; for the keyboard the button at its end does. */
export function RunnerRow({
  frame,
  runner,
  isBest,
  editors,
  mark,
  note,
  seen,
  entry,
  onOpen,
}: RunnerRowProps): ReactNode {
  const { runnerId, firstName, lastName, category, raceNumber, bibNumber } = runner;
  const may = useMay();
  const outcome = parseOverride(runner.overrideLime)?.kind;
  return (
    // The click is a shortcut for pointers; everyone else has the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      {...frame}
      className={`${virtual.row} ${table.row}`}
      data-runner-id={runnerId}
      data-best={isBest || undefined}
      onClick={() => onOpen(runnerId)}
    >
      <td className={table.first} {...CELL}>
        {firstName}
        {mark ? (
          <span className={styles.mark} data-mark={mark}>
            {mark}
          </span>
        ) : null}
        {editors.length > 0 ? (
          <span className={styles.mark}>{describeEditors(editors)}</span>
        ) : null}
      </td>
      <td className={`${table.last} semibold`} {...CELL}>
        {lastName}
        {runner.isPrivate ? <span className={styles.private}>private</span> : null}
        {outcome === 'dnf' || outcome === 'dns' ? (
          <span className={styles.private}>{nameOutcome(runner, outcome)}</span>
        ) : null}
        {outcome === undefined && findCheckIn(runner.reports) ? (
          <span className={styles.private}>checked in</span>
        ) : null}
      </td>
      {seen ? <SeenCell runner={runner} seen={seen} /> : null}
      <td className={table.number} {...CELL}>
        {category}
      </td>
      <td className={table.number} data-name="band" {...CELL}>
        {raceNumber === '' ? <span className="muted">none</span> : raceNumber}
      </td>
      <td className={table.number} data-name="bib" {...CELL}>
        {bibNumber}
      </td>
      <td className={table.entry} {...CELL}>
        <span className={styles.note}>{entry}</span>
        {note ? (
          <span className={note.isWarning ? styles.warning : styles.note}>{note.text}</span>
        ) : null}
      </td>
      <td className={table.open} {...CELL}>
        <button
          type="button"
          className={styles.edit}
          aria-label={`${may('runners:edit') ? 'Edit' : 'Open'} ${nameOrBib(runner)}${isBest ? ', opened by Enter' : ''}`}
        >
          <span aria-hidden="true">{isBest ? '↵' : '✎'}</span>
        </button>
      </td>
    </tr>
  );
}

function nameOutcome({ disqualified, reports }: AdminRunner, outcome: 'dnf' | 'dns'): string {
  if (disqualified) return 'DSQ';
  const isWithdrawn = outcome === 'dns' && reports?.some(({ kind }) => kind === 'withdrawn');
  return isWithdrawn ? 'withdrawn' : outcome.toUpperCase();
}

/** `ann is editing`, by the name before the @. */
function describeEditors(emails: readonly string[]): string {
  const names = [...new Set(emails.map((email) => email.replace(/@.*/, '')))];
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} editing`;
}
