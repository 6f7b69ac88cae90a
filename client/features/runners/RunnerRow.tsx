import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import { findCheckIn } from '#shared/model/decisions.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { nameOrBib } from '#client/organisers/runners/editor-values.ts';
import { CELL } from '#client/ui/table-roles.ts';
import virtual from '#client/ui/VirtualTable.module.css';

/** The columns of each kind of table: the numbers last, to be typed, or the bib first, to be called out. */
export const COLUMNS = {
  entries: ['First name', 'Last name', 'Cat', 'Band', 'Bib'],
  seen: ['First name', 'Last name', 'Last seen', 'Cat', 'Band', 'Bib'],
  called: ['Bib', 'First name', 'Last name', 'Last seen', 'Cat', 'Band'],
} as const;
export type Columns = keyof typeof COLUMNS;

/**
 * Each row is a grid of its own, with its tracks in the order of {@link COLUMNS} and the button's 44 px last: the entry
 * below both names, on a wide screen the other cells over both lines. The narrow columns have the same width in all rows.
 */
export const GRIDS: Readonly<Record<Columns, string>> = {
  entries:
    'grid items-center gap-x-[18px] pr-1.5 pl-3.5 grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_var(--cat)_var(--band)_var(--bib)_44px]',
  seen: 'grid items-center gap-x-3.5 pr-1.5 pl-3.5 grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,3.2fr)_var(--cat)_var(--band)_var(--bib)_44px]',
  called:
    'grid items-center gap-x-3.5 pr-1.5 pl-3.5 grid-cols-[var(--bib)_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,3.6fr)_var(--cat)_var(--band)_44px]',
};
const NAME =
  // On paper a table has its own widths: a name is not broken there.
  'text-left shrinks anywhere print:wrap-normal not-print:row-1 not-print:pt-1 not-print:phone:py-px tiny:w-auto tiny:flex-none';
// Never broken, except on a phone if it is longer than the line.
const NUMBER =
  'text-center shrinks nowrap not-print:row-[1/span_2] not-print:py-1 phone:max-w-full phone:flex-none phone:text-m phone:wrap-anywhere phone:whitespace-normal phone:text-muted not-print:phone:py-px';
/** On a phone, which shows no column heads, the cell shows its name. */
const NAMED = "not-print:phone:not-empty:before:content-[attr(data-name)_'_'_/_'']";
const ASIDE = 'text-xs muted ml-2 inline-block font-regular';

export interface RunnerRowProps {
  readonly frame: ComponentProps<'tr'>;
  readonly columns: Columns;
  readonly runner: AdminRunner;
  readonly isBest: boolean;
  /** E-mail addresses of those who have the runner open. */
  readonly editors: readonly string[];
  readonly warning: string | undefined;
  readonly facts: ReactNode;
  readonly entry: string;
  readonly verb: string;
  readonly onOpen: () => void;
}

/** One runner. A pointer opens the panel anywhere on the row, the keyboard by the button at its end. */
export function RunnerRow(props: RunnerRowProps): ReactNode {
  const { frame, columns, runner, isBest, editors, warning, facts, entry, verb } = props;
  const { runnerId, firstName, lastName, category, raceNumber, bibNumber } = runner;
  const outcome = parseOverride(runner.overrideLime)?.kind;
  const cells: Readonly<Record<(typeof COLUMNS)[Columns][number], ReactNode>> = {
    'First name': (
      <td
        key="first"
        className={`${NAME} phone:flex-none ${columns === 'called' ? '' : 'phone:w-[44%]'}`}
        {...CELL}
      >
        {firstName}
        {editors.length > 0 ? (
          <span className="tag tone-notice text-xs bold ml-2 inline-block phone:ml-0">
            {describeEditors(editors)}
          </span>
        ) : null}
      </td>
    ),
    'Last name': (
      <td
        key="last"
        className={`${NAME} semibold ${columns === 'called' ? 'phone:flex-1' : 'phone:flex-[1_0_50%]'}`}
        {...CELL}
      >
        {lastName}
        {runner.isPrivate ? <span className={ASIDE}>private</span> : null}
        {outcome === 'dnf' || outcome === 'dns' ? (
          <span className={ASIDE}>{nameOutcome(runner, outcome)}</span>
        ) : null}
        {outcome === undefined && findCheckIn(runner.reports) ? (
          <span className={ASIDE}>checked in</span>
        ) : null}
      </td>
    ),
    'Last seen': (
      <td
        key="seen"
        className="grid text-left shrinks anywhere justify-items-start gap-0.5 not-print:row-[1/span_2] not-print:py-1.5 not-print:phone:w-full not-print:phone:py-0.5"
        data-name="seen"
        {...CELL}
      >
        {facts}
      </td>
    ),
    Cat: (
      <td key="cat" className={NUMBER} {...CELL}>
        {category}
      </td>
    ),
    Band: (
      <td key="band" className={`${NUMBER} ${NAMED}`} data-name="band" {...CELL}>
        {raceNumber === '' ? <span className="muted">none</span> : raceNumber}
      </td>
    ),
    Bib: (
      <td
        key="bib"
        className={
          columns === 'called'
            ? 'text-left nowrap bold not-print:row-[1/span_2] text-sign phone:flex-none'
            : `${NUMBER} ${NAMED}`
        }
        data-name="bib"
        {...CELL}
      >
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
      className={`${virtual.row} clickable hovers min-h-(--row) focus-within:bg-raised not-print:before:inset-x-0 not-print:before:top-0 not-print:phone:flex not-print:phone:min-h-14 not-print:phone:flex-wrap not-print:phone:gap-x-[0.9em] not-print:phone:px-2.5 not-print:phone:py-1.5 ${GRIDS[columns]} ${isBest ? 'after:absolute after:inset-y-0 after:left-0 after:w-1 after:bg-accent' : ''}`}
      data-runner-id={runnerId}
      data-best={isBest || undefined}
      onClick={open}
    >
      {COLUMNS[columns].map((column) => cells[column])}
      <td
        className={`text-left shrinks anywhere not-print:row-2 not-print:pb-1 not-print:phone:max-w-full not-print:phone:flex-initial not-print:phone:py-px ${columns === 'called' ? 'not-print:col-[2/span_2]' : 'not-print:col-[1/span_2]'}`}
        {...CELL}
      >
        <span className="block text-xs muted font-regular print:text-[1em] print:text-inherit">
          {entry}
        </span>
        {warning === undefined ? null : (
          <span className="block tag tone-notice text-xs bold my-px w-fit">{warning}</span>
        )}
      </td>
      {/* On a phone the whole row is the button; a finger on it goes to the row, which does the same. */}
      <td
        className="unprinted row-[1/span_2] py-1 phone:pointer-events-none phone:absolute phone:inset-0 phone:p-0"
        {...CELL}
      >
        <button
          type="button"
          className={`bare-button square muted inner-focus rounded-md text-[1rem] phone:size-full phone:text-transparent ${isBest ? 'font-bold text-accent' : ''}`}
          data-open
          aria-label={`${verb} ${nameOrBib(runner)}${isBest ? ', opened by Enter' : ''}`}
        >
          <span aria-hidden="true">{isBest ? '↵' : verb === 'Edit' ? '✎' : '›'}</span>
        </button>
      </td>
      {columns === 'called' ? (
        <td className="hidden print:table-cell print:before:content-['☐']" {...CELL} />
      ) : null}
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
