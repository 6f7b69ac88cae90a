import type { ComponentProps, ReactNode } from 'react';

import styles from './Button.module.css';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `main`: what one came to do. `plain`: everything else. `danger`: it takes something away. */
  readonly kind?: 'main' | 'plain' | 'danger';
}

/** A button of the organisers' screens; it submits only when asked to. */
export function Button({ kind = 'plain', type = 'button', ...rest }: ButtonProps): ReactNode {
  // oxlint-disable-next-line react/button-has-type -- one of the types that buttons have
  return <button {...rest} type={type} className={styles.button} data-kind={kind} />;
}
