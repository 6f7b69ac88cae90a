import { type ReactNode, useMemo, useRef, useState } from 'react';
import { AdminsOnly } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { readConfig } from '#client/organisers/config/read-config.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import styles from './ChangesTable.module.css';
import { ChangesTable } from './ChangesTable.tsx';
import { type ListedChange, findChanges, listChanges, readChanges } from './find-changes.ts';
import { UndoDialog } from './UndoDialog.tsx';

/** The latest changes, newest first; the last one of each runner can be taken back. */
function Changes(): ReactNode {
  const calls = useCalls();
  const { data: config } = useQuery(readConfig(calls));
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
    <div className={styles.screen}>
      <div className={styles.find}>
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
      {error ? (
        <div className={styles.failure}>
          <Banner kind="alert">
            {data ? 'The changes shown may be old.' : 'The changes cannot be shown.'}{' '}
            {messageOf(error)}
          </Banner>
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {found ? (
        <ChangesTable
          changes={found}
          text={text.trim()}
          onUndo={(change) => {
            setStatus('');
            setAsked(change);
          }}
        />
      ) : null}
      {data || error ? null : <output>Loading...</output>}
      {asked ? (
        <UndoDialog
          change={asked}
          onUndone={finish}
          onClose={() => {
            setAsked(undefined);
          }}
        />
      ) : null}
    </div>
  );
}

/** Who did what: for admins alone. */
export function ChangesPage(): ReactNode {
  return (
    <>
      <ScreenHead screen={SCREENS.changes} />
      <AdminsOnly>
        <Changes />
      </AdminsOnly>
    </>
  );
}
