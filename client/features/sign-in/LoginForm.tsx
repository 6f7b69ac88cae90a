import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import { Field } from '#client/ui/Field.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { PasswordField } from '#client/organisers/session/PasswordField.tsx';
import { SessionForm } from '#client/organisers/session/SessionForm.tsx';
import { useSession, useSessionStore } from '#client/organisers/session/use-session.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** E-mail address and password; a failure shows the provider's own message (SCREENS.md SL3). */
export function LoginForm(): ReactNode {
  const store = useSessionStore();
  const session = useSession();
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const { register, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  // In this order the first field at fault gets the focus.
  const emailField = register('email', { required: 'Enter your e-mail address.' });
  const passwordField = register('password', { required: 'Enter your password.' });
  useEffect(() => {
    setFocus('email');
  }, [setFocus]);

  const signIn = async ({ email, password }: Credentials): Promise<void> => {
    try {
      await store.signIn(email.trim(), password);
    } catch (error) {
      setError('root', { message: messageOf(error) });
      setFocus('password', { shouldSelect: true });
    }
  };

  return (
    <SessionForm
      submitLabel="Log in"
      busyLabel="Logging in…"
      isBusy={isSubmitting}
      problem={errors.root?.message ?? (session.kind === 'loading' ? session.problem : undefined)}
      onSubmit={form.handleSubmit(signIn)}
    >
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <input
            {...control}
            {...emailField}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
        )}
      </Field>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        registration={passwordField}
      />
    </SessionForm>
  );
}
