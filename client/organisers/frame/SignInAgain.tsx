import { type ReactNode, useId, useState } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { NewPasswordForm } from '../session/NewPasswordForm.tsx';
import type { EndedSession } from '../session/session.ts';
import { useSessionStore } from '../session/use-session.ts';
import {
  PasswordField,
  ReadOnlyEmail,
  SessionForm,
  useSignInForm,
} from '../session/session-form.tsx';

interface SignInAgainProps {
  readonly session: EndedSession;
}

/** Covers a screen whose session ended; the typed text stays beneath it. */
export function SignInAgain({ session }: SignInAgainProps): ReactNode {
  const { organiser, reason, mustChangePassword, oneTimePassword } = session;
  const store = useSessionStore();
  const titleId = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = <Button onClick={() => setIsLeaving(true)}>Sign out…</Button>;
  return (
    <ModalDialog width="question" labelledBy={titleId} onClose={stay} isFirm isPassedByBack>
      <div className="stack-14 anywhere">
        <h2 id={titleId} className="text-title-l leading-tight">
          {mustChangePassword ? 'New password' : 'Sign in again'}
        </h2>
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
      </div>
      {isLeaving ? (
        <ConfirmDialog
          title="Sign out?"
          confirmLabel="Sign out"
          kind="danger"
          onConfirm={() => void store.signOut()}
          onCancel={() => setIsLeaving(false)}
        >
          <p>Unsaved changes will be lost.</p>
          <p>Sign out to hand this browser to somebody else, who then signs in as themselves.</p>
        </ConfirmDialog>
      ) : null}
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
