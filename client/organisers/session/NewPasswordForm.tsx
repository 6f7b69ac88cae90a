import { type ReactNode, useEffect, useState } from 'react';
import type { ChangePasswordBody, LoginReply } from '#shared/wire/auth-api.ts';
import { EmailOnShow, PasswordField, SessionForm, useSessionForm } from './session-form.tsx';
import { useSessionStore } from './use-session.ts';

export interface NewPasswordFormProps {
  readonly email: string;
  readonly presentLabel: string;
  /** The present password where it was typed a moment ago: not asked for unless the server refuses it. */
  readonly present?: string | undefined;
  readonly onDone?: () => void;
  readonly others?: ReactNode;
}

/** Replaces a password. There is no second field to repeat it in: it can be shown instead. */
export function NewPasswordForm(props: NewPasswordFormProps): ReactNode {
  const { email, presentLabel, present, onDone, others } = props;
  const session = useSessionStore();
  const [isAsked, setIsAsked] = useState(present === undefined);
  const { field, frame, setFocus } = useSessionForm<ChangePasswordBody>(
    { password: present ?? '', newPassword: '' },
    async (body) => {
      await session.sendProof<LoginReply>('/auth/password', body);
      onDone?.();
    },
    (name) => {
      if (name === 'password') setIsAsked(true);
    },
  );
  useEffect(() => {
    setFocus(isAsked ? 'password' : 'newPassword');
  }, [isAsked, setFocus]);

  return (
    <SessionForm
      submitLabel="Set the password"
      busyLabel="Setting the password…"
      {...frame}
      others={others}
    >
      <EmailOnShow email={email} />
      {isAsked ? (
        <PasswordField
          label={presentLabel}
          autoComplete="current-password"
          {...field('password', 'Enter your current password.')}
        />
      ) : null}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. A few words in a row are easy to remember and hard to guess."
        {...field('newPassword', 'Enter a new password.')}
      />
    </SessionForm>
  );
}
