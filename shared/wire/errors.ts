import type { FieldError } from '../model/outcome.ts';

/**
 * Closed list of errors that the page acts on beyond showing the sentence: ask for a new password, have Firebase mail
 * the link that verifies the address, or ask for the code that the account wants after its password.
 */
export type ErrorCode = 'password-change' | 'email-verification' | 'second-factor';

/** An error answer of every admin call. */
export interface ErrorBody {
  readonly error: string;
  readonly code?: ErrorCode;
  /** The invalid fields, where a form was sent. */
  readonly errors?: readonly FieldError[];
}
