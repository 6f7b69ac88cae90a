import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ChangePasswordBody, LoginReply } from '#shared/wire/auth-api.ts';
import { CallError, messageOf } from '../calls/call-error.ts';
import { EmailOnShow, SessionForm } from './SessionForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useSessionStore } from './use-session.ts';

export interface NewPasswordFormProps {
  readonly email: string;
  readonly presentLabel: string;
  /** The present password where it was typed a moment ago: not asked for unless the server refuses it. */
  readonly present?: string | undefined;
  readonly onDone?: () => void;
  readonly others?: ReactNode;
}

const FIELDS = ['password', 'newPassword'] as const;

/** Replaces a password. There is no second field to repeat it in: it can be shown instead. */
export function NewPasswordForm(props: NewPasswordFormProps): ReactNode {
  const { email, presentLabel, present, onDone, others } = props;
  const session = useSessionStore();
  const form = useForm<ChangePasswordBody>({
    defaultValues: { password: present ?? '', newPassword: '' },
  });
  const { register, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  const [isAsked, setIsAsked] = useState(present === undefined);
  useEffect(() => {
    setFocus(isAsked ? 'password' : 'newPassword');
  }, [isAsked, setFocus]);

  const change = async (body: ChangePasswordBody): Promise<void> => {
    try {
      await session.sendProof<LoginReply>('/auth/password', body);
      onDone?.();
    } catch (error) {
      const faults = error instanceof CallError ? error.errors : [];
      const field = FIELDS.find((name) => faults.some((fault) => fault.field === name));
      const message = messageOf(error);
      if (field === 'password') setIsAsked(true);
      if (field) setError(field, { message }, { shouldFocus: true });
      else setError('root', { message });
    }
  };

  return (
    <SessionForm
      submitLabel="Set the password"
      busyLabel="Setting the password…"
      isBusy={isSubmitting}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(change)}
      others={others}
    >
      <EmailOnShow email={email} />
      {isAsked ? (
        <PasswordField
          label={presentLabel}
          autoComplete="current-password"
          error={errors.password?.message}
          registration={register('password', { required: 'Enter your current password.' })}
        />
      ) : null}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. A few words in a row are easy to remember and hard to guess."
        error={errors.newPassword?.message}
        registration={register('newPassword', { required: 'Enter a new password.' })}
      />
    </SessionForm>
  );
}
