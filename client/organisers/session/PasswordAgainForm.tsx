import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../calls/call-error.ts';
import { EmailOnShow, SessionForm } from './SessionForm.tsx';
import { asksForCode, findFieldFault, isSignInRefused } from './code-question.ts';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useSessionStore } from './use-session.ts';

export interface PasswordAgainFormProps {
  readonly email: string;
  readonly others?: ReactNode;
}

interface Proof {
  readonly password: string;
  /** There once the account asks for it. */
  readonly code?: string;
}

/** Asks the organiser of an ended session for their password. */
export function PasswordAgainForm({ email, others }: PasswordAgainFormProps): ReactNode {
  const session = useSessionStore();
  const form = useForm<Proof>({ defaultValues: { password: '' } });
  const [needsCode, setNeedsCode] = useState(false);
  const { register, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);
  useEffect(() => {
    if (needsCode) setFocus('code');
  }, [needsCode, setFocus]);

  const signIn = async ({ password, code }: Proof): Promise<void> => {
    try {
      await session.signInAgain(password, code);
    } catch (error) {
      const isAsked = asksForCode(error);
      if (isAsked || isSignInRefused(error)) setNeedsCode(isAsked);
      const fault = findFieldFault(error, 'code');
      if (!isAsked) {
        setError('root', { message: messageOf(error) });
        setFocus('password', { shouldSelect: true });
      } else if (fault !== undefined) {
        setError('code', { message: fault });
        setFocus('code', { shouldSelect: true });
      }
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
      {needsCode ? (
        <CodeField
          takesRecoveryCode
          error={errors.code?.message}
          registration={register('code', { required: 'Enter the code.', shouldUnregister: true })}
        />
      ) : null}
    </SessionForm>
  );
}
