import type { FieldError } from '#shared/model/outcome.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import { Refusal } from '#server/system/refusal.ts';

import { NOT_SIGNED_IN } from './identity.ts';

/** The session has ended, or the account is disabled or reset. */
export function signedOut(): Refusal {
  return new Refusal(NOT_SIGNED_IN.status, NOT_SIGNED_IN.error);
}

/** The attempt was not checked. */
export function tooManyTries(waitMs: DurationMs): Refusal {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new Refusal(429, `Too many tries. Try again in ${seconds} ${unit}.`, {}, seconds);
}

export function wrongField(field: string, message: string): Refusal {
  const errors: readonly FieldError[] = [{ field, message }];
  return new Refusal(400, message, { errors });
}

/** Must not reveal which of the two. */
export function wrongLogin(): Refusal {
  return new Refusal(
    401,
    'The e-mail address or the password is not right. An organiser with all rights can reset a forgotten password.',
  );
}

export function wrongPassword(): Refusal {
  return wrongField('password', 'The current password is not right.');
}

const WRONG_CODE =
  'This code is not right, or was already used. Wait for the next one, and check that your phone’s clock is right.';

export function wrongCode(isSigningIn: boolean): Refusal {
  const wrong = wrongField('code', WRONG_CODE);
  return isSigningIn ? new Refusal(401, WRONG_CODE, { ...wrong.more, ...ASKED }) : wrong;
}

const ASKED = { code: 'second-factor' } as const;
const MISSING_CODE = 'Enter the code that your authenticator app shows.';

export function missingCode(isSigningIn: boolean): Refusal {
  return isSigningIn ? new Refusal(401, MISSING_CODE, ASKED) : wrongField('code', MISSING_CODE);
}
