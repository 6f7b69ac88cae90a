import type { Request } from 'express';

import type { LocalAccounts, ProvedCaller } from '#server/identity/local-accounts.ts';
import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import type { StoredSession } from '#server/store/session-records.ts';
import type { RenewedSession } from '#shared/wire/auth-api.ts';

import { Refusal, refuseField, refuseTries } from './refusal.ts';
import { refuseToken } from './routes.ts';
import { findCallToken, giveCookie } from './session-cookie.ts';

export const WRONG_PRESENT = 'The current password is not right.';
export const WRONG_CODE =
  'This code is not right, or was already used. Wait for the next one, and check that your phone’s clock is right.';

/** The accounts of this server; throws a {@link Refusal} where Firebase keeps them. */
export function getLocal(accounts: LocalAccounts | undefined): LocalAccounts {
  if (accounts) return accounts;
  throw new Refusal(404, 'Accounts are kept by Firebase here: sign in there.');
}

/** The caller, once their password is proved; throws a {@link Refusal} without that. */
export async function proveCaller(
  accounts: LocalAccounts,
  req: Request,
  password: string,
): Promise<ProvedCaller> {
  const outcome = await accounts.proveOwner(findCallToken(req) ?? '', password, req.ip ?? '');
  if (outcome.kind === 'proved') return outcome;
  if (outcome.kind === 'signed-out') throw refuseToken();
  if (outcome.kind === 'wait') throw refuseTries(outcome.waitMs);
  throw refuseField('password', WRONG_PRESENT);
}

/**
 * Another token for a caller who proved the password, with the current account; the old one ends, and `others` with it
 * (ACCOUNTS.md AC22). Throws a {@link Refusal} if the session has ended.
 */
export async function renewSession(
  { sessions }: LocalAccounts,
  req: Request,
  { open }: ProvedCaller,
  organiser: { readonly record: OrganiserRecord } | undefined,
  others: readonly StoredSession[] = [],
): Promise<RenewedSession> {
  const renewed = organiser && (await sessions.renew(open, organiser.record, req.ip ?? '', others));
  if (!renewed) throw refuseToken();
  giveCookie(req, renewed.token);
  return { token: renewed.token, expiresAt: renewed.expiresMs };
}
