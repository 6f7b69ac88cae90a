import { FetchFailure } from '#client/organisers/calls/FetchFailure.tsx';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { ScreenGate } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
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
import { ChangesTable } from './ChangesTable.tsx';
import {
  describeUndo,
  findChanges,
  listChanges,
  type ListedChange,
  readChanges,
  undoChange,
} from './find-changes.ts';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';

/** The latest changes, newest first; the last one of each runner and chip can be taken back. */
function Changes(): ReactNode {
  const calls = useCalls();
  const { data: config } = useConfig();
  const isSignedIn = useSession().kind === 'signed-in';
  const { data, error, isFetching, refetch } = useQuery({
    ...readChanges(calls),
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
  });
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<ListedChange>();
  const [status, setStatus] = useState('');
  const filter = useRef<HTMLInputElement>(null);
  useArrivalFocus(filter);
  const changes = useMemo(() => data && listChanges(data, config), [data, config]);
  const found = useMemo(() => changes && findChanges(changes, text), [changes, text]);

  const finish = (done: string): void => {
    // The dialog has to be gone before what lies under it takes the focus; the button goes too.
    flushSync(() => {
      setAsked(undefined);
      setStatus(done);
    });
    filter.current?.focus();
    void refetch();
  };

  return (
    <div className="stack-14 one-column">
      <div className="max-w-[27rem]">
        <FindBox
          label="Find a name, bib, band or organiser"
          inputRef={filter}
          text={text}
          onText={setText}
          rowsName="changes"
          shown={
            changes && found && text.trim() !== ''
              ? { shown: found.length, listed: changes.length }
              : undefined
          }
        />
      </div>
      {status === '' ? null : <Banner kind="done">{status}</Banner>}
      <FetchFailure
        what="The changes"
        isShown={data !== undefined}
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
      {found ? (
        <ChangesTable
          changes={found}
          timeZone={(config ?? DEFAULT_CONFIG).timeZone}
          text={text.trim()}
          onUndo={(change) => {
            setStatus('');
            setAsked(change);
          }}
        />
      ) : null}
      {data || error ? null : <output>Loading...</output>}
      {asked ? (
        <UndoDialog change={asked} onUndone={finish} onClose={() => setAsked(undefined)} />
      ) : null}
    </div>
  );
}

/** Who did what: for admins alone. */
export function ChangesPage(): ReactNode {
  return (
    <>
      <ScreenHead screen={SCREENS.changes} />
      <ScreenGate screen={SCREENS.changes}>
        <Changes />
      </ScreenGate>
    </>
  );
}

interface UndoDialogProps {
  readonly change: ListedChange;
  /** It is done, and the sentence that says so. */
  readonly onUndone: (done: string) => void;
  readonly onClose: () => void;
}

/** Asks before a change is taken back, and says why when it cannot be. */
function UndoDialog({ change, onUndone, onClose }: UndoDialogProps): ReactNode {
  const calls = useCalls();
  const { title, consequence, confirmLabel, kind, done } = describeUndo(change);
  // Without a reason why not it is done.
  const undo = useMutation({
    mutationFn: () => undoChange(calls, change.entry),
    onSuccess: (refusal) => {
      if (refusal === undefined) onUndone(done);
    },
  });
  const problem = undo.error ? messageOf(undo.error) : undo.data;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      kind={kind}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
    >
      <p>
        {change.lines.join('; ')}, by {change.entry.by}.
      </p>
      <p>{consequence}</p>
      {problem === undefined ? null : <Banner kind="alert">{problem}</Banner>}
    </ConfirmDialog>
  );
}
