import type { Request } from 'express';

import type { LocalAccounts, ProvedCaller } from '#server/identity/local-accounts.ts';
import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import type { StoredSession } from '#server/store/session-records.ts';
import type { RenewedSession } from '#shared/wire/auth-api.ts';

import { Refusal } from './refusal.ts';
import { refuseToken } from './routes.ts';
import { findCallToken, giveCookie } from './session-cookie.ts';

/** The accounts of this server; throws a {@link Refusal} where Firebase keeps them. */
export function getLocal(accounts: LocalAccounts | undefined): LocalAccounts {
  if (accounts) return accounts;
  throw new Refusal(404, 'Accounts are kept by Firebase here: sign in there.');
}

/** Checks the caller's password. @throws {Refusal} */
export function proveCaller(
  accounts: LocalAccounts,
  req: Request,
  password: string,
): Promise<ProvedCaller> {
  return accounts.proveOwner(findCallToken(req) ?? '', password, req.ip ?? '');
}

/**
 * Replaces the token of a caller who proved the password; the old one and the sessions `others` end (ACCOUNTS.md AC22).
 * Throws a {@link Refusal} if the session has ended.
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
