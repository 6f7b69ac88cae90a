import type { FieldError } from '#shared/model/outcome.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';

import { NOT_SIGNED_IN } from './identity.ts';

/** Why a sign-in, a proof of the password or a command on an account failed: the answer to the call. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly status: number;
  readonly more: Omit<ErrorBody, 'error'>;
  /** When to try again. */
  readonly retryS: number | undefined;

  constructor(
    status: number,
    sentence: string,
    more: Omit<ErrorBody, 'error'> = {},
    retryS?: number,
  ) {
    super(sentence);
    this.status = status;
    this.more = more;
    this.retryS = retryS;
  }
}

/** The session has ended, or the account is disabled or reset. */
export function signedOut(): AccountError {
  return new AccountError(NOT_SIGNED_IN.status, NOT_SIGNED_IN.error);
}

/** It was not checked. */
export function tooManyTries(waitMs: DurationMs): AccountError {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new AccountError(429, `Too many tries. Try again in ${seconds} ${unit}.`, {}, seconds);
}

/** A field of a form of somebody who is signed in. */
export function wrongField(field: string, message: string): AccountError {
  const errors: readonly FieldError[] = [{ field, message }];
  return new AccountError(400, message, { errors });
}

/** Does not say which of the two. */
export function wrongLogin(): AccountError {
  return new AccountError(401, 'The e-mail address or the password is not right.');
}

export function wrongPassword(): AccountError {
  return wrongField('password', 'The current password is not right.');
}

const WRONG_CODE =
  'This code is not right, or was already used. Wait for the next one, and check that your phone’s clock is right.';

/** The code of an authenticator app is wrong, or was used before. */
export function wrongCode(isSigningIn: boolean): AccountError {
  const wrong = wrongField('code', WRONG_CODE);
  return isSigningIn
    ? new AccountError(401, WRONG_CODE, { ...wrong.more, code: 'second-factor' })
    : wrong;
}

export function missingCode(isSigningIn: boolean): AccountError {
  return isSigningIn
    ? new AccountError(401, 'Enter the code that your authenticator app shows.', {
        code: 'second-factor',
      })
    : wrongField('code', 'Enter a code of your authenticator app.');
}
