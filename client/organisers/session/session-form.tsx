import { type FormEvent, type ReactNode, useState, useEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  type UseFormRegisterReturn,
} from 'react-hook-form';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { CallError, messageOf } from '../calls/call-error.ts';

/**
 * A form with a password. The server's errors are shown at their field, or else above the form; the refused text is
 * selected, to be typed again.
 */
export function useSessionForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<void>,
  onFault?: (field: Path<Values>) => void,
) {
  const form = useForm<Values>({ defaultValues });
  const { errors, isSubmitting } = form.formState;
  const submit = async (values: Values): Promise<void> => {
    try {
      await send(values);
    } catch (error) {
      const names = Object.keys(defaultValues) as Path<Values>[];
      const field = names.find((name) => findFieldFault(error, name) !== undefined);
      if (field) onFault?.(field);
      form.setError(field ?? 'root', { message: messageOf(error) });
      form.setFocus(field ?? ('password' as Path<Values>), { shouldSelect: true });
    }
  };
  return {
    setFocus: form.setFocus,
    /** `missing`: the error while it is empty. */
    field: (name: Path<Values>, missing: string) => ({
      error: form.getFieldState(name, form.formState).error?.message,
      registration: form.register(name, { required: missing }),
    }),
    frame: {
      isBusy: isSubmitting,
      problem: errors.root?.message,
      onSubmit: form.handleSubmit(submit),
    },
  };
}

/** The account of the password, also for password managers. */
export function ReadOnlyEmail({ email }: { readonly email: string }): ReactNode {
  return (
    <Field label="Email">
      {(control) => (
        <input {...control} type="email" autoComplete="username" value={email} readOnly />
      )}
    </Field>
  );
}

export interface SessionFormProps {
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
  readonly others?: ReactNode;
}

export function SessionForm(props: SessionFormProps): ReactNode {
  const { submitLabel, busyLabel, isBusy, problem, onSubmit, children, others } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // In React's tree this form may be inside another form.
    event.stopPropagation();
    void onSubmit();
  };
  return (
    <form className="stack-14" noValidate onSubmit={submit}>
      {problem === undefined ? null : <Banner kind="alert">{problem}</Banner>}
      {children}
      <div className="row between gap-2.5 pt-1 [&>[type=submit]]:flex-[1_1_12rem]">
        <Button type="submit" kind="main" isBusy={isBusy}>
          {isBusy ? busyLabel : submitLabel}
        </Button>
        {others}
      </div>
    </form>
  );
}

export interface PasswordFieldProps {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly registration: UseFormRegisterReturn;
}

export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { label, autoComplete, hint, error, registration } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        // Hides the browser's own reveal button.
        <div className="relative [&_input]:pr-[78px] [&_input::-ms-reveal]:hidden">
          <input
            {...control}
            {...registration}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
          <button
            type="button"
            className="bare-button bold touch inner-focus absolute inset-y-px right-px min-w-16 rounded-r-md px-3 text-m text-accent aria-pressed:underline aria-pressed:underline-offset-4"
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            Show
            <span className="visually-hidden"> the password</span>
          </button>
        </div>
      )}
    </Field>
  );
}

export interface CodeFieldProps {
  readonly error?: string | undefined;
  readonly registration: UseFormRegisterReturn;
}

const CODE_HINT =
  'The six digits that your authenticator app shows now. If the app is lost, an organiser with all rights can reset your password, as can “npm run organiser -- reset” on the server: your sign-in then asks for no code.';

/** The code of an authenticator app. */
export function CodeField({ error, registration }: CodeFieldProps): ReactNode {
  return (
    <Field label="Code" hint={CODE_HINT} error={error}>
      {(control) => (
        <input
          {...control}
          {...registration}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
      )}
    </Field>
  );
}

/** The server's error about one field of a form; undefined for any other error. */
function findFieldFault(error: unknown, field: string): string | undefined {
  const faults = error instanceof CallError ? error.errors : [];
  return faults.find((fault) => fault.field === field)?.message;
}

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
    <CodeField {...form.field('code', 'Enter the code.')} />
  ) : null;
  return { ...form, codeField };
}
