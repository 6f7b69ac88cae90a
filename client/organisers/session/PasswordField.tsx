import { type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '#client/ui/Field.tsx';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: string;
  readonly error?: string | undefined;
  /** The result of the form's `register`. */
  readonly registration: UseFormRegisterReturn;
}

export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { label, autoComplete, hint, error, registration } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
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
            className={styles.eye}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            Show
            <span className="visually-hidden"> what is typed</span>
          </button>
        </div>
      )}
    </Field>
  );
}
