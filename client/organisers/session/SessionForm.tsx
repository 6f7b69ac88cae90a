import type { FormEvent, ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import styles from './SessionForm.module.css';
import { Field } from '#client/ui/Field.tsx';

/** Whose password is asked for: to be read, and for a password manager to go by. */
export function EmailOnShow({ email }: { readonly email: string }): ReactNode {
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
  /** What the button says while an answer is awaited. */
  readonly busyLabel: string;
  readonly isBusy: boolean;
  /** Why the last try failed. */
  readonly problem: string | undefined;
  readonly onSubmit: () => Promise<void>;
  /** The fields. */
  readonly children: ReactNode;
  /** What else one can do, beside the button. */
  readonly others?: ReactNode;
}

/** Fields, what went wrong, and the button; sent once at a time. */
export function SessionForm(props: SessionFormProps): ReactNode {
  const { submitLabel, busyLabel, isBusy, problem, onSubmit, children, others } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The form may lie over one of the screen, as React counts.
    event.stopPropagation();
    void onSubmit();
  };
  return (
    <form className="stack-14" noValidate onSubmit={submit}>
      {problem === undefined ? null : <Banner kind="alert">{problem}</Banner>}
      {children}
      <div className={styles.buttons}>
        <Button type="submit" kind="main" isBusy={isBusy}>
          {isBusy ? busyLabel : submitLabel}
        </Button>
        {others}
      </div>
    </form>
  );
}
