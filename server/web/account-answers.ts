import type { Response } from 'express';

import type { LocalAccounts } from '#server/identity/local-accounts.ts';
import { Refusal } from '#server/web/refusal.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { ErrorBody } from '#shared/wire/errors.ts';

export const WRONG_PRESENT = 'The present password is not right.';
export const WRONG_CODE =
  'This code is not right, or was used already. Wait for the next one, and see that the clock of your phone is right.';

/** The accounts of this server; throws a {@link Refusal} where Firebase keeps them. */
export function getLocal(accounts: LocalAccounts | undefined): LocalAccounts {
  if (accounts) return accounts;
  throw new Refusal(404, 'Accounts are kept by Firebase here: sign in there.');
}

export function sendError(res: Response, status: number, body: ErrorBody): void {
  res.status(status).json(body);
}

/** 400 for one field of a form. */
export function sendFieldError(res: Response, field: string, message: string): void {
  sendError(res, 400, { error: message, errors: [{ field, message }] });
}

/** 429: it was not checked. */
export function sendWait(res: Response, waitMs: DurationMs): void {
  const seconds = Math.ceil(waitMs / 1_000);
  res.set('Retry-After', String(seconds));
  const unit = seconds === 1 ? 'second' : 'seconds';
  sendError(res, 429, { error: `Too many tries. Try again in ${seconds} ${unit}.` });
}
