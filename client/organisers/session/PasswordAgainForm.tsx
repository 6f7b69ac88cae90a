import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../calls/call-error.ts';
import { EmailOnShow, SessionForm } from './SessionForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useSessionStore } from './use-session.ts';

export interface PasswordAgainFormProps {
  readonly email: string;
  readonly others?: ReactNode;
}

/** Asks the organiser of an ended session for their password. */
export function PasswordAgainForm({ email, others }: PasswordAgainFormProps): ReactNode {
  const session = useSessionStore();
  const form = useForm({ defaultValues: { password: '' } });
  const { register, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);

  const signIn = async ({ password }: { readonly password: string }): Promise<void> => {
    try {
      await session.signInAgain(password);
    } catch (error) {
      setError('root', { message: messageOf(error) });
      setFocus('password', { shouldSelect: true });
    }
  };

  return (
    <SessionForm
      submitLabel="Sign in and go on"
      busyLabel="Signing in…"
      isBusy={isSubmitting}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(signIn)}
      others={others}
    >
      <EmailOnShow email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        registration={register('password', { required: 'Enter your password.' })}
      />
    </SessionForm>
  );
}
