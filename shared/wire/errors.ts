import type { FieldError } from '../model/outcome.ts';

/**
 * Closed list of what the page may have to act on beyond showing the sentence:
 * ask for a new password, or have Firebase mail the link that verifies the address.
 */
export type ErrorCode = 'password-change' | 'email-verification';

/** An error answer of every admin call. */
export interface ErrorBody {
  readonly error: string;
  readonly code?: ErrorCode;
  /** The fields that are to blame, where a form was sent. */
  readonly errors?: readonly FieldError[];
}
