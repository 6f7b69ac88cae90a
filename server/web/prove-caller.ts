import type { Request, Response } from 'express';

import { NOT_SIGNED_IN } from '#server/identity/identity.ts';
import type { LocalAccounts, ProvedCaller } from '#server/identity/local-accounts.ts';
import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import type { StoredSession } from '#server/store/session-records.ts';
import { AUTH_HEADER, type RenewedSession } from '#shared/wire/auth-api.ts';

import { sendFieldError, sendWait, WRONG_PRESENT } from './account-answers.ts';
import { sendRefusal } from './routes.ts';

/** The caller, once their password is proved; without that the request is answered here. */
export async function proveCaller(
  accounts: LocalAccounts,
  req: Request,
  res: Response,
  password: string,
): Promise<ProvedCaller | undefined> {
  const outcome = await accounts.proveOwner(req.get(AUTH_HEADER) ?? '', password, req.ip ?? '');
  if (outcome.kind === 'proved') return outcome;
  if (outcome.kind === 'signed-out') sendRefusal(res, NOT_SIGNED_IN);
  else if (outcome.kind === 'wait') sendWait(res, outcome.waitMs);
  else sendFieldError(res, 'password', WRONG_PRESENT);
  return undefined;
}

/**
 * Another token for a caller who proved the password, with the account as it is now; the old one ends, and `others`
 * with it (ACCOUNTS.md AC22). Undefined when the session has ended meanwhile.
 */
export async function renewSession(
  { sessions }: LocalAccounts,
  req: Request,
  { open }: ProvedCaller,
  { record }: { readonly record: OrganiserRecord },
  others: readonly StoredSession[] = [],
): Promise<RenewedSession | undefined> {
  const renewed = await sessions.renew(open, record, req.ip ?? '', others);
  return renewed && { token: renewed.token, expiresAt: renewed.expiresMs };
}
