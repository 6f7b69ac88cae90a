import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { NewPasswordForm } from '../session/NewPasswordForm.tsx';
import type { EndedSession, ResumeBy } from '../session/session.ts';
import { useSessionStore } from '../session/use-session.ts';
import {
  PasswordField,
  ReadOnlyEmail,
  SessionForm,
  useSignInForm,
} from '../session/session-form.tsx';

function LeaveScreen({ onStay }: { readonly onStay: () => void }): ReactNode {
  const session = useSessionStore();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    stay.current?.focus();
  }, []);
  return (
    <>
      <Banner kind="alert">Unsaved changes will be lost.</Banner>
      <p>Sign out to hand this browser to somebody else, who then signs in as themselves.</p>
      <DialogButtons>
        <Button ref={stay} onClick={onStay}>
          Stay
        </Button>
        <Button kind="danger" onClick={() => void session.signOut()}>
          Sign out
        </Button>
      </DialogButtons>
    </>
  );
}

const TITLES: Readonly<Record<ResumeBy['kind'], string>> = {
  'sign-in': 'Sign in again',
  'new-password': 'New password',
};

const NOTES: Readonly<Record<ResumeBy['kind'], string>> = {
  'sign-in':
    'What you typed is still there. A session ends when it expires, when somebody else signs in here, at a sign-out, and when the account is disabled or its password changed.',
  'new-password': 'What you typed is still there.',
};

interface SignInAgainProps {
  readonly session: EndedSession;
}

/** Covers a screen whose session ended; the typed text stays beneath it. */
export function SignInAgain({ session }: SignInAgainProps): ReactNode {
  const { reason, resumeBy } = session;
  const titleId = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = <Button onClick={() => setIsLeaving(true)}>Sign out…</Button>;
  return (
    <ModalDialog width="question" labelledBy={titleId} onClose={stay} isFirm isPassedByBack>
      <div className="stack-14 anywhere">
        <h2 id={titleId} className="text-title-l leading-tight">
          {isLeaving ? 'Sign out?' : TITLES[resumeBy.kind]}
        </h2>
        {isLeaving ? (
          <LeaveScreen onStay={() => setIsLeaving(false)} />
        ) : (
          <>
            <Banner kind="notice">{reason}</Banner>
            <p>{NOTES[resumeBy.kind]}</p>
            <GoOn session={session} leave={leave} />
          </>
        )}
      </div>
    </ModalDialog>
  );
}

/** The dialog cannot be closed. */
function stay(): void {}

function GoOn({ session, leave }: SignInAgainProps & { readonly leave: ReactNode }): ReactNode {
  const { organiser, resumeBy } = session;
  switch (resumeBy.kind) {
    case 'sign-in':
      return <PasswordAgainForm email={organiser.email} others={leave} />;
    case 'new-password':
      return (
        <NewPasswordForm
          email={organiser.email}
          currentLabel="One-time password"
          current={resumeBy.oneTimePassword}
          others={leave}
        />
      );
    default:
      return resumeBy satisfies never;
  }
}

interface PasswordAgainFormProps {
  readonly email: string;
  readonly others: ReactNode;
}

function PasswordAgainForm({ email, others }: PasswordAgainFormProps): ReactNode {
  const session = useSessionStore();
  const { field, frame, codeField } = useSignInForm(email, 'password', (_, password, code) =>
    session.signInAgain(password, code),
  );
  return (
    <SessionForm
      submitLabel="Sign in and continue"
      busyLabel="Signing in…"
      {...frame}
      others={others}
    >
      <ReadOnlyEmail email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...field('password', 'Enter your password.')}
      />
      {codeField}
    </SessionForm>
  );
}
