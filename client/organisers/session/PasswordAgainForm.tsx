import type { ReactNode } from 'react';
import { EmailOnShow, SessionForm } from './SessionForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useSignInForm } from './use-sign-in-form.tsx';
import { useSessionStore } from './use-session.ts';

export interface PasswordAgainFormProps {
  readonly email: string;
  readonly others?: ReactNode;
}

export function PasswordAgainForm({ email, others }: PasswordAgainFormProps): ReactNode {
  const session = useSessionStore();
  const form = useSignInForm(email, 'password', ({ password, code }) =>
    session.signInAgain(password, code),
  );
  const { register, errors } = form;

  return (
    <SessionForm
      submitLabel="Sign in and continue"
      busyLabel="Signing in…"
      isBusy={form.isSubmitting}
      problem={errors.root?.message}
      onSubmit={form.onSubmit}
      others={others}
    >
      <EmailOnShow email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        registration={register('password', { required: 'Enter your password.' })}
      />
      {form.codeField}
    </SessionForm>
  );
}
