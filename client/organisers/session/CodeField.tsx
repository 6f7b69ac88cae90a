import { type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '#client/ui/Field.tsx';
import { InnerButton } from './PasswordField.tsx';

export interface CodeFieldProps {
  readonly error?: string | undefined;
  readonly takesRecoveryCode: boolean;
  readonly registration: UseFormRegisterReturn;
}

/** The code of an authenticator app; a phone shows its digits, and all letters when a recovery code can be typed. */
export function CodeField({ error, takesRecoveryCode, registration }: CodeFieldProps): ReactNode {
  const [hasLetters, setHasLetters] = useState(false);
  const hint = takesRecoveryCode
    ? 'The six digits that your authenticator app shows, or one of your recovery codes.'
    : 'The six digits that your authenticator app shows now.';
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => (
        <div className={takesRecoveryCode ? 'relative [&_input]:pr-[78px]' : undefined}>
          <input
            {...control}
            {...registration}
            type="text"
            inputMode={hasLetters ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
          {takesRecoveryCode ? (
            <InnerButton isOn={hasLetters} onClick={() => setHasLetters(!hasLetters)}>
              ABC
              <span className="visually-hidden"> letters, for a recovery code</span>
            </InnerButton>
          ) : null}
        </div>
      )}
    </Field>
  );
}
