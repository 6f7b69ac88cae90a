import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { NewPasswordForm } from '../session/NewPasswordForm.tsx';
import type { EndedSession } from '../session/session.ts';
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

interface SignInAgainProps {
  readonly session: EndedSession;
}

/** Covers a screen whose session ended; the typed text stays beneath it. */
export function SignInAgain({ session }: SignInAgainProps): ReactNode {
  const { organiser, reason, mustChangePassword, oneTimePassword } = session;
  const titleId = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = <Button onClick={() => setIsLeaving(true)}>Sign out…</Button>;
  return (
    <ModalDialog width="question" labelledBy={titleId} onClose={stay} isFirm isPassedByBack>
      <div className="stack-14 anywhere">
        <h2 id={titleId} className="text-title-l leading-tight">
          {isLeaving ? 'Sign out?' : mustChangePassword ? 'New password' : 'Sign in again'}
        </h2>
        {isLeaving ? (
          <LeaveScreen onStay={() => setIsLeaving(false)} />
        ) : (
          <>
            <Banner kind="notice">{reason}</Banner>
            <p>
              What you typed is still there.
              {mustChangePassword
                ? ''
                : ' A session ends when it expires, when somebody else signs in here, at a sign-out, and when the account is disabled or its password changed.'}
            </p>
            {mustChangePassword ? (
              <NewPasswordForm
                email={organiser.email}
                currentLabel="One-time password"
                current={oneTimePassword}
                others={leave}
              />
            ) : (
              <PasswordAgainForm email={organiser.email} others={leave} />
            )}
          </>
        )}
      </div>
    </ModalDialog>
  );
}

/** The dialog cannot be closed. */
function stay(): void {}

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
