import type { FormEvent, ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';

/** The account whose password is asked for: to read, and for a password manager. */
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
    // In React's tree the form may be inside one of the screen.
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
