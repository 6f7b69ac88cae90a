import type { FieldError } from '#shared/model/outcome.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';

import { NOT_SIGNED_IN } from './identity.ts';

/** Why a sign-in, or a proof by somebody who is signed in, failed: the answer to the call. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
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
export function signedOut(): SignInError {
  return new SignInError(NOT_SIGNED_IN.status, NOT_SIGNED_IN.error);
}

/** It was not checked. */
export function tooManyTries(waitMs: DurationMs): SignInError {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new SignInError(429, `Too many tries. Try again in ${seconds} ${unit}.`, {}, seconds);
}

/** A field of a form of somebody who is signed in. */
export function wrongField(field: string, message: string): SignInError {
  const errors: readonly FieldError[] = [{ field, message }];
  return new SignInError(400, message, { errors });
}

/** Does not say which of the two. */
export function wrongLogin(): SignInError {
  return new SignInError(401, 'The e-mail address or the password is not right.');
}

export function wrongPassword(): SignInError {
  return wrongField('password', 'The current password is not right.');
}

const WRONG_CODE =
  'This code is not right, or was already used. Wait for the next one, and check that your phone’s clock is right.';

/** The code of an authenticator app is wrong, or was used before. */
export function wrongCode(isSigningIn: boolean): SignInError {
  const wrong = wrongField('code', WRONG_CODE);
  return isSigningIn
    ? new SignInError(401, WRONG_CODE, { ...wrong.more, code: 'second-factor' })
    : wrong;
}

export function missingCode(isSigningIn: boolean): SignInError {
  return isSigningIn
    ? new SignInError(401, 'Enter the code that your authenticator app shows.', {
        code: 'second-factor',
      })
    : wrongField('code', 'Enter a code of your authenticator app.');
}
