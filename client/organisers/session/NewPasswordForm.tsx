import { type ReactNode, useEffect, useState } from 'react';
import type { ChangePasswordBody } from '#shared/wire/auth-api.ts';
import { ReadOnlyEmail, PasswordField, SessionForm, useSessionForm } from './session-form.tsx';
import { useSessionStore } from './use-session.ts';

export interface NewPasswordFormProps {
  readonly email: string;
  readonly currentLabel: string;
  /** The current password if it was just typed; its field appears only if the server refuses it. */
  readonly current?: string | undefined;
  readonly onDone?: () => void;
  readonly others?: ReactNode;
}

/** Changes a password. It can be shown, so it need not be repeated. */
export function NewPasswordForm(props: NewPasswordFormProps): ReactNode {
  const { email, currentLabel, current, onDone, others } = props;
  const session = useSessionStore();
  const [isCurrentShown, setIsCurrentShown] = useState(current === undefined);
  const { field, frame, setFocus } = useSessionForm<ChangePasswordBody>(
    { password: current ?? '', newPassword: '' },
    async (body) => {
      await session.sendProof('/auth/password', body);
      onDone?.();
    },
    (name) => {
      if (name === 'password') setIsCurrentShown(true);
    },
  );
  useEffect(() => {
    setFocus(isCurrentShown ? 'password' : 'newPassword');
  }, [isCurrentShown, setFocus]);

  return (
    <SessionForm
      submitLabel="Set the password"
      busyLabel="Setting the password…"
      {...frame}
      others={others}
    >
      <ReadOnlyEmail email={email} />
      {isCurrentShown ? (
        <PasswordField
          label={currentLabel}
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
