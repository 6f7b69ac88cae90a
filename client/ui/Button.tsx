import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import styles from './Button.module.css';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `main`: what one came to do. `plain`: everything else. `danger`: it takes something away. */
  readonly kind?: 'main' | 'plain' | 'danger';
  /** What it does is under way: a press does nothing, and a form is not sent again. */
  readonly isBusy?: boolean;
}

/** What a busy button says instead of being disabled, which would take the focus from it. */
const BUSY = { 'aria-disabled': true, 'aria-busy': true } as const;

/** A button of the organisers' screens; it submits only when asked to. */
export function Button(props: ButtonProps): ReactNode {
  const { kind = 'plain', type = 'button', isBusy = false, onClick, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    // Enter in a field presses the button that submits the form, too.
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      {...(isBusy ? BUSY : {})}
      // oxlint-disable-next-line react/button-has-type -- one of the types that buttons have
      type={type}
      className={styles.button}
      data-kind={kind}
      onClick={press}
    />
  );
}
