import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { EpochMs } from '#shared/model/time.ts';
import type { EndSessionsBody, OwnSession } from '#shared/wire/auth-api.ts';
import { messageOf } from '../calls/call-error.ts';
import { describeAge } from '../runners/describe-change.ts';
import { PasswordField, SessionForm, useSessionForm } from './session-form.tsx';
import { useCalls, useSessionStore } from './use-session.ts';

/** The session to end, or all except this browser's. */
type Asked = OwnSession | 'others';

/** The browsers where the organiser is signed in, with buttons to sign out there. `done` closes it. */
export function OwnSessions({ done }: { readonly done: ReactNode }): ReactNode {
  const calls = useCalls();
  const {
    data,
    dataUpdatedAt: nowMs,
    error,
    refetch,
  } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: () => calls.get<readonly OwnSession[]>('/auth/sessions'),
    gcTime: 0,
    staleTime: Infinity,
  });
  const [asked, setAsked] = useState<Asked>();
  const [notice, setNotice] = useState('');
  if (error || !data) {
    return (
      <div className="stack-12">
        {error ? <Banner kind="alert">{messageOf(error)}</Banner> : <output>Loading...</output>}
        {done}
      </div>
    );
  }
  if (asked) {
    return (
      <EndSessions
        asked={asked}
        nowMs={nowMs}
        onDone={async () => {
          await refetch();
          setNotice(
            asked === 'others'
              ? 'You are signed out everywhere else.'
              : `${nameBrowser(asked)} is signed out.`,
          );
          setAsked(undefined);
        }}
        onBack={() => setAsked(undefined)}
      />
    );
  }
  return (
    <div className="stack-12">
      {notice === '' ? null : <Banner kind="done">{notice}</Banner>}
      <ul className="plain-list" aria-label="Where you are signed in">
        {data.map((session) => (
          <li key={session.id} className="panel-line row between touch">
            <div className="fills">
              <span className="bold">{nameBrowser(session)}</span>{' '}
              {session.isThis ? <span className="tag tone-done text-xs">this one</span> : null}
              <span className="block text-s muted anywhere">{describeUse(session, nowMs)}</span>
            </div>
            {session.isThis ? null : (
              <Button onClick={() => setAsked(session)}>
                Sign out <span className="visually-hidden">{nameBrowser(session)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="row between">
        {data.length > 1 ? (
          <Button onClick={() => setAsked('others')}>Sign out everywhere else</Button>
        ) : null}
        {done}
      </div>
    </div>
  );
}

interface EndSessionsProps {
  readonly asked: Asked;
  readonly nowMs: EpochMs;
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
}

function EndSessions({ asked, nowMs, onDone, onBack }: EndSessionsProps): ReactNode {
  const session = useSessionStore();
  const { field, frame, setFocus } = useSessionForm({ password: '' }, async ({ password }) => {
    const body: EndSessionsBody = asked === 'others' ? { password } : { password, id: asked.id };
    await session.sendProof('/auth/sessions/end', body);
    await onDone();
  });
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);
  return (
    <SessionForm
      submitLabel={asked === 'others' ? 'Sign out everywhere else' : 'Sign out'}
      busyLabel="Signing out…"
      {...frame}
      others={<Button onClick={onBack}>Back</Button>}
    >
      <p>
        {asked === 'others'
          ? 'All your screens outside this browser are signed out at once.'
          : `${nameBrowser(asked)} is signed out at once. ${describeUse(asked, nowMs)}.`}{' '}
        If you do not recognise one, change your password too.
      </p>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('password', 'Enter your current password.')}
      />
    </SessionForm>
  );
}

function nameBrowser({ browser }: OwnSession): string {
  return browser === '' ? 'Unknown browser' : browser;
}

/** `Signed in 4 h ago from 192.0.2.7, used just now`. */
function describeUse({ signedInAt, usedAt, address }: OwnSession, nowMs: EpochMs): string {
  const [signedIn, used] = [signedInAt, usedAt].map((ms) => describeAge(ms, nowMs));
  const from = address === '' ? '' : ` from ${address}`;
  return `Signed in ${signedIn}${from}, used ${used}`;
}
