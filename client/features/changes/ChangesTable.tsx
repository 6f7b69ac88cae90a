import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import type { ListedChange } from './find-changes.ts';
import { describeTime, useToday } from '#client/organisers/runners/describe-last-seen.ts';

export interface ChangesTableProps {
  /** Newest first. */
  readonly changes: readonly ListedChange[];
  /** The zone of the race, in which moments are shown. */
  readonly timeZone: string;
  /** The search text; empty when all are listed. */
  readonly text: string;
  readonly onUndo: (change: ListedChange) => void;
}

/** Rows that are shown at first, and that each look further back adds. */
const ROWS_STEP = 200;
function listColumns(
  { timeZone, onUndo }: Pick<ChangesTableProps, 'timeZone' | 'onUndo'>,
  today: string,
): Column<ListedChange>[] {
  return [
    {
      head: 'When',
      className: 'w-[10.5rem] whitespace-nowrap text-m text-muted narrow:[grid-area:when]',
      cell: ({ entry: { at } }) => (
        <time dateTime={at}>{describeTime(Date.parse(at), timeZone, today)}</time>
      ),
    },
    {
      head: 'Who',
      className: 'w-[12rem] text-m narrow:text-muted narrow:[grid-area:who]',
      cell: ({ entry }) => entry.by,
    },
    {
      head: 'Runner or item',
      isRowHead: true,
      className: 'narrow:[grid-area:subject]',
      cell: ({ subject }) => subject,
    },
    {
      head: 'What changed',
      className: 'narrow:[grid-area:what]',
      cell: ({ lines }) =>
        lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        )),
    },
    {
      head: 'Undo',
      isHeadHidden: true,
      className: 'w-[7rem] text-right wrap-normal! narrow:self-start narrow:[grid-area:action]',
      cell: (change) =>
        change.entry.isLast ? (
          <Button onClick={() => onUndo(change)}>
            Undo<span className="visually-hidden"> the last change of {change.subject}</span>
          </Button>
        ) : null,
    },
  ];
}

export function ChangesTable({ changes, timeZone, text, onUndo }: ChangesTableProps): ReactNode {
  const [shown, setShown] = useState(ROWS_STEP);
  const today = useToday(timeZone);
  const columns = useMemo(
    () => listColumns({ timeZone, onUndo }, today),
    [timeZone, onUndo, today],
  );
  if (changes.length === 0) {
    return (
      <EmptyNote>
        <p>{text === '' ? 'Nothing has been changed yet.' : `No change matches “${text}”.`}</p>
      </EmptyNote>
    );
  }
  return (
    <>
      <DataTable
        label="Changes"
        columns={columns}
        items={changes.slice(0, shown)}
        keyOf={({ entry }) => `${entry.version} ${entry.runnerId}`}
        className="table-fixed"
        rowClass="narrow:grid narrow:grid-cols-[auto_minmax(0,1fr)_auto] narrow:items-center narrow:gap-x-2.5 narrow:gap-y-px narrow:[grid-template-areas:'subject_subject_action'_'what_what_action'_'when_who_who']"
      />
      <div className="stack-10 justify-items-center text-m muted">
        {changes.length > shown ? (
          <Button onClick={() => setShown(shown + ROWS_STEP)}>Show older changes</Button>
        ) : null}
        {text === '' && changes.length >= CHANGES_LISTED && changes.length <= shown ? (
          <p>A runner’s older changes are in the history at the foot of their form.</p>
        ) : null}
      </div>
    </>
  );
}
