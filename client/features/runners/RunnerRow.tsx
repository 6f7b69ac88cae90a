import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import { findCheckIn } from '#shared/model/decisions.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { nameOrBib } from '#client/organisers/runners/editor-values.ts';
import { CELL } from '#client/ui/table-roles.ts';
import virtual from '#client/ui/VirtualTable.module.css';
import styles from './RunnerRow.module.css';
import table from './RunnersTable.module.css';

/** The columns of each kind of table: the numbers last, as they are typed, or the bib first, as it is called. */
export const COLUMNS = {
  entries: ['First name', 'Last name', 'Cat', 'Band', 'Bib'],
  seen: ['First name', 'Last name', 'Last seen', 'Cat', 'Band', 'Bib'],
  called: ['Bib', 'First name', 'Last name', 'Last seen', 'Cat', 'Band'],
} as const;
export type Columns = keyof typeof COLUMNS;

/** A submitted form that is in progress, or was refused. */
export type RowMark = 'saving' | 'not saved';

export interface RunnerRowProps {
  readonly frame: ComponentProps<'tr'>;
  readonly columns: Columns;
  readonly runner: AdminRunner;
  readonly isBest: boolean;
  /** E-mail addresses of those who have the runner open. */
  readonly editors: readonly string[];
  readonly mark: RowMark | undefined;
  /** Somebody has to look into it. */
  readonly warning: string | undefined;
  /** Where they were last seen; unused where the table has no such column. */
  readonly facts: ReactNode;
  /** The distance and the team. */
  readonly entry: string;
  /** The word for opening it. */
  readonly verb: string;
  readonly onOpen: () => void;
}

/** One runner. For a pointer the whole row opens the panel; for the keyboard the button at its end does. */
export function RunnerRow(props: RunnerRowProps): ReactNode {
  const { frame, columns, runner, isBest, editors, mark, warning, facts, entry, verb } = props;
  const { runnerId, firstName, lastName, category, raceNumber, bibNumber } = runner;
  const outcome = parseOverride(runner.overrideLime)?.kind;
  const cells: Readonly<Record<string, ReactNode>> = {
    'First name': (
      <td key="first" className={table.first} {...CELL}>
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
    ),
    'Last name': (
      <td key="last" className={`${table.last} semibold`} {...CELL}>
        {lastName}
        {runner.isPrivate ? <span className={styles.private}>private</span> : null}
        {outcome === 'dnf' || outcome === 'dns' ? (
          <span className={styles.private}>{nameOutcome(runner, outcome)}</span>
        ) : null}
        {outcome === undefined && findCheckIn(runner.reports) ? (
          <span className={styles.private}>checked in</span>
        ) : null}
      </td>
    ),
    'Last seen': (
      <td key="seen" className={table.seen} data-name="seen" {...CELL}>
        {facts}
      </td>
    ),
    Cat: (
      <td key="cat" className={table.number} {...CELL}>
        {category}
      </td>
    ),
    Band: (
      <td key="band" className={table.number} data-name="band" {...CELL}>
        {raceNumber === '' ? <span className="muted">none</span> : raceNumber}
      </td>
    ),
    Bib: (
      <td key="bib" className={table.number} data-name="bib" {...CELL}>
        {bibNumber}
      </td>
    ),
  };
  const open = ({ target }: MouseEvent): void => {
    const isOwn =
      target instanceof Element && target.closest('a, summary, button:not([data-open])');
    if (!isOwn) props.onOpen();
  };
  return (
    // The click is a shortcut for pointers; everyone else has the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      {...frame}
      className={`${virtual.row} ${table.row}`}
      data-runner-id={runnerId}
      data-best={isBest || undefined}
      onClick={open}
    >
      {COLUMNS[columns].map((column) => cells[column])}
      <td className={table.entry} {...CELL}>
        <span className={styles.note}>{entry}</span>
        {warning === undefined ? null : <span className={styles.warning}>{warning}</span>}
      </td>
      <td className={table.open} {...CELL}>
        <button
          type="button"
          className={styles.edit}
          data-open
          aria-label={`${verb} ${nameOrBib(runner)}${isBest ? ', opened by Enter' : ''}`}
        >
          <span aria-hidden="true">{isBest ? '↵' : verb === 'Edit' ? '✎' : '›'}</span>
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
