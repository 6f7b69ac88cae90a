import { type ReactNode, useEffect, useState } from 'react';
import { CallError } from '../calls/call-error.ts';
import { CodeField, findFieldFault, useSessionForm } from './session-form.tsx';

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Empty unless the account requires it. */
  readonly code: string;
}

/**
 * A sign-in form. `first` gets the focus; the code field appears once the account requires a code; a failure shows the
 * provider's message.
 */
export function useSignInForm(
  email: string,
  first: 'email' | 'password',
  signIn: (email: string, password: string, code?: string) => Promise<void>,
) {
  const [needsCode, setNeedsCode] = useState(false);
  const send = async (typed: Credentials): Promise<void> => {
    try {
      await signIn(typed.email, typed.password, needsCode ? typed.code : undefined);
    } catch (error) {
      const isAsked = error instanceof CallError && error.code === 'second-factor';
      // Not when the server is unreachable, or asks to wait: the password was not checked.
      const isChecked = error instanceof CallError && error.status === 401;
      if (isAsked || isChecked) setNeedsCode(isAsked);
      // At first the new field is explanation enough.
      if (!isAsked || findFieldFault(error, 'code') !== undefined) throw error;
    }
  };
  const form = useSessionForm<Credentials>({ email, password: '', code: '' }, send);
  const { setFocus } = form;
  useEffect(() => {
    setFocus(first);
  }, [first, setFocus]);
  useEffect(() => {
    // The field may hold the code of an earlier attempt.
    if (needsCode) setFocus('code', { shouldSelect: true });
  }, [needsCode, setFocus]);
  const codeField: ReactNode = needsCode ? (
    <CodeField takesRecoveryCode {...form.field('code', 'Enter the code.')} />
  ) : null;
  return { ...form, codeField };
}
