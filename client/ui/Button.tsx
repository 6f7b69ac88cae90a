import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `main`: the purpose of the screen. `plain`: everything else. `danger`: it removes something. */
  readonly kind?: 'main' | 'plain' | 'danger';
  /** While its action is in progress, a press does nothing. */
  readonly isBusy?: boolean;
}

/** Instead of `disabled`, which would move the focus away from the button. */
const BUSY = { 'aria-disabled': true, 'aria-busy': true } as const;

/** A button of the organisers' screens. Unlike the browser's, it submits a form only with `type="submit"`. */
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
      // oxlint-disable-next-line react/button-has-type -- the prop's type allows only valid values
      type={type}
      className={`${styles.button} ${className}`}
      data-kind={kind}
      onClick={press}
    />
  );
}
