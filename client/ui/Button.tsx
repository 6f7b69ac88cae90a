import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `main`: the purpose of the screen. `plain`: everything else. `danger`: it removes something. */
  readonly kind?: 'main' | 'plain' | 'danger';
  /** Its action is in progress: a press does nothing, and submits no form. */
  readonly isBusy?: boolean;
}

/** Instead of `disabled`, which would take the focus from the button. */
const BUSY = { 'aria-disabled': true, 'aria-busy': true } as const;

/** A button of the organisers' screens; it submits only when asked to. */
export function Button(props: ButtonProps): ReactNode {
  const {
    kind = 'plain',
    type = 'button',
    isBusy = false,
    className = '',
    onClick,
    ...rest
  } = props;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    // Enter in a field also presses the submit button.
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      {...(isBusy ? BUSY : {})}
      // oxlint-disable-next-line react/button-has-type -- one of the types that buttons have
      type={type}
      className={`${styles.button} ${className}`}
      data-kind={kind}
      onClick={press}
    />
  );
}
