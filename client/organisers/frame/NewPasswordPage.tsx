import type { ReactNode } from 'react';

/** Asks for a password of one's own in place of the one-time password. */
export function NewPasswordPage(): ReactNode {
  return null;
}
