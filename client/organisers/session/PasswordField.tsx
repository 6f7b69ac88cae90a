import { type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '#client/ui/Field.tsx';

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
        // The browser's own eye would stand where the button stands.
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
          <InnerButton isOn={isShown} onClick={() => setIsShown(!isShown)}>
            Show
            <span className="visually-hidden"> what is typed</span>
          </InnerButton>
        </div>
      )}
    </Field>
  );
}

interface InnerButtonProps {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Changes how a field is typed into, and stands at its end. */
export function InnerButton({ isOn, onClick, children }: InnerButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="bare-button bold touch inner-focus absolute inset-y-px right-px min-w-16 rounded-r-md px-3 text-m text-accent aria-pressed:underline aria-pressed:underline-offset-4"
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
