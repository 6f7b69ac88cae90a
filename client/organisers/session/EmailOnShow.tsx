import type { ReactNode } from 'react';

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
