import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { Banner } from '#client/ui/Banner.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import { type Calls, NO_USE } from '#client/organisers/calls/calls.ts';
import { nameSource } from '#client/organisers/rollcall/describe-called.ts';
import { describeRefusal, undoLastChange } from '#client/organisers/runners/runner-calls.ts';
import { type EntryTexts, describeEntry } from './describe-entry.ts';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { type ChangeEntry, CHANGES_LISTED } from '#shared/wire/runners-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { describeTime } from '#client/organisers/runners/describe-last-seen.ts';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

interface ListedChange extends EntryTexts {
  readonly entry: ChangeEntry;
  readonly who: string;
}

/** The latest changes, newest first; the last one of each runner and chip can be undone. */
export function ChangesPage(): ReactNode {
  const calls = useCalls();
  const { data: config } = useConfig();
  const isSignedIn = useSession().kind === 'signed-in';
  const query = useQuery({
    queryKey: ['changes'],
    queryFn: () => calls.get<ChangeEntry[]>('/apiadmin/changes', NO_USE),
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
  });
  const { data } = query;
  const [undoing, setUndoing] = useState<ListedChange>();
  const [status, setStatus] = useState('');
  const news = useRef<HTMLDivElement>(null);
  const changes = useMemo(
    () =>
      data?.map((entry): ListedChange => {
        const who = config ? nameSource(entry.by, config) : entry.by;
        return { ...describeEntry(entry, config), entry, who };
      }),
    [data, config],
  );

  const finish = (done: string): void => {
    // The dialog is removed first, so that the message can take the focus: the pressed button disappears.
    flushSync(() => {
      setUndoing(undefined);
      setStatus(done);
    });
    news.current?.focus();
    void query.refetch();
  };

  return (
    <div className="stack-14 one-column">
      {status === '' ? null : (
        <div ref={news} className="outline-none" tabIndex={-1}>
          <Banner kind="done">{status}</Banner>
        </div>
      )}
      <FetchState what="The changes" queries={[query]} />
      {changes ? (
        <ChangesTable
          changes={changes}
          timeZone={(config ?? DEFAULT_CONFIG).timeZone}
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

/** Undoes a change; resolves with the reason if it is refused. */
async function undoChange(
  calls: Calls,
  { action, runnerId, version }: ChangeEntry,
): Promise<string | undefined> {
  if (action === 'chips') {
    await calls.send('POST', '/chips/undo', { version });
    return undefined;
  }
  return describeRefusal(await undoLastChange(calls, runnerId ?? '', version));
}

interface ChangesTableProps {
  readonly changes: readonly ListedChange[];
  readonly timeZone: string;
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

function ChangesTable({ changes, timeZone, onUndo }: ChangesTableProps): ReactNode {
  const { today } = useRaceClock();
  const columns = useMemo(
    () => listColumns({ timeZone, onUndo }, today),
    [timeZone, onUndo, today],
  );
  if (changes.length === 0) {
    return (
      <EmptyNote>
        <p>Nothing has been changed yet.</p>
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
      {changes.length >= CHANGES_LISTED ? (
        <p className="text-m muted text-center">
          A runner’s older changes are in the history at the foot of their form.
        </p>
      ) : null}
    </>
  );
}
