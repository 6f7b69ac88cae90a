import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../calls/call-error.ts';
import { asksForCode, CodeField, findFieldFault, isSignInRefused } from './session-form.tsx';

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Set once the account asks for it. */
  readonly code?: string;
}

/**
 * A sign-in form: `first` gets the focus, the code field appears once the account asks for one, and
 * a failure shows the provider's own message.
 */
export function useSignInForm(
  email: string,
  first: 'email' | 'password',
  signIn: (typed: Credentials) => Promise<void>,
) {
  const form = useForm<Credentials>({ defaultValues: { email, password: '' } });
  const [needsCode, setNeedsCode] = useState(false);
  const { register, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    setFocus(first);
  }, [first, setFocus]);
  useEffect(() => {
    if (needsCode) setFocus('code');
  }, [needsCode, setFocus]);

  const submit = async (typed: Credentials): Promise<void> => {
    try {
      await signIn(typed);
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

  const codeField: ReactNode = needsCode ? (
    <CodeField
      takesRecoveryCode
      error={errors.code?.message}
      registration={register('code', { required: 'Enter the code.', shouldUnregister: true })}
    />
  ) : null;
  return { register, errors, isSubmitting, codeField, onSubmit: form.handleSubmit(submit) };
}
