import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { Banner } from '#client/ui/Banner.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import {
  findChanges,
  listChanges,
  type ListedChange,
  changesQuery,
  undoChange,
} from './find-changes.ts';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { describeTime } from '#client/organisers/runners/describe-last-seen.ts';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

/** The latest changes, newest first; the last one of each runner and chip can be undone. */
export function ChangesPage(): ReactNode {
  const calls = useCalls();
  const { data: config } = useConfig();
  const isSignedIn = useSession().kind === 'signed-in';
  const query = useQuery({
    ...changesQuery(calls),
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
  });
  const { data } = query;
  const [text, setText] = useState('');
  const [undoing, setUndoing] = useState<ListedChange>();
  const [status, setStatus] = useState('');
  const filter = useRef<HTMLInputElement>(null);
  useArrivalFocus(filter);
  const changes = useMemo(() => data && listChanges(data, config), [data, config]);
  const found = useMemo(() => changes && findChanges(changes, text), [changes, text]);

  const finish = (done: string): void => {
    // The dialog and the pressed button are removed first, so that the field can take the focus.
    flushSync(() => {
      setUndoing(undefined);
      setStatus(done);
    });
    filter.current?.focus();
    void query.refetch();
  };

  return (
    <div className="stack-14 one-column">
      <div className="max-w-[27rem]">
        <FindBox
          label="Find a name, bib, band or organiser"
          inputRef={filter}
          text={text}
          onText={setText}
          shown={
            changes && found && text.trim() !== ''
              ? { shown: found.length, listed: changes.length }
              : undefined
          }
        />
      </div>
      {status === '' ? null : <Banner kind="done">{status}</Banner>}
      <FetchState what="The changes" queries={[query]} />
      {found ? (
        <ChangesTable
          changes={found}
          timeZone={(config ?? DEFAULT_CONFIG).timeZone}
          text={text.trim()}
          onUndo={(change) => {
            setStatus('');
            setUndoing(change);
          }}
        />
      ) : null}
      {undoing ? (
        <UndoDialog change={undoing} onUndone={finish} onClose={() => setUndoing(undefined)} />
      ) : null}
    </div>
  );
}

interface UndoDialogProps {
  readonly change: ListedChange;
  readonly onUndone: (done: string) => void;
  readonly onClose: () => void;
}

/** Asks before a change is undone, and shows why when it cannot be. */
function UndoDialog({ change, onUndone, onClose }: UndoDialogProps): ReactNode {
  const calls = useCalls();
  // Resolves with the reason if it is refused.
  const undo = useMutation({
    mutationFn: () => undoChange(calls, change.entry),
    onSuccess: (refusal) => {
      if (refusal === undefined) onUndone(`Undone: ${change.subject}`);
    },
  });
  const problem = undo.error ? messageOf(undo.error) : undo.data;
  return (
    <ConfirmDialog
      title={`Undo the last change to ${change.subject}?`}
      confirmLabel="Undo"
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
    >
      <p>
        {change.lines.join('; ')}, by {change.who}.
      </p>
      <p>Everything goes back to what it was before.</p>
      {problem === undefined ? null : <Banner kind="alert">{problem}</Banner>}
    </ConfirmDialog>
  );
}

interface ChangesTableProps {
  readonly changes: readonly ListedChange[];
  readonly timeZone: string;
  /** The search text; empty when all are listed. */
  readonly text: string;
  readonly onUndo: (change: ListedChange) => void;
}

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
      cell: ({ who }) => who,
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

function ChangesTable({ changes, timeZone, text, onUndo }: ChangesTableProps): ReactNode {
  const { today } = useRaceClock();
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
        items={changes}
        keyOf={({ entry }) => `${entry.version} ${entry.runnerId}`}
        className="table-fixed"
        rowClass="narrow:grid narrow:grid-cols-[auto_minmax(0,1fr)_auto] narrow:items-center narrow:gap-x-2.5 narrow:gap-y-px narrow:[grid-template-areas:'subject_subject_action'_'what_what_action'_'when_who_who']"
      />
      {text === '' && changes.length >= CHANGES_LISTED ? (
        <p className="text-m muted text-center">
          A runner’s older changes are in the history at the foot of their form.
        </p>
      ) : null}
    </>
  );
}
