import type { Request } from 'express';
import * as z from 'zod';
import type { IdentityParts } from '#server/identity/create-identity.ts';
import type { LocalAccounts } from '#server/identity/local-accounts.ts';
import { Refusal } from '#server/system/refusal.ts';
import { jsonBody, noteCaller, shortText } from '#server/web/request-input.ts';
import { checkToken, refuseToken, type Route, route } from '#server/web/routes.ts';
import { parseEmail } from '#shared/model/text-rules.ts';
import type { AuthInfo, LoginReply, SignedIn } from '#shared/wire/auth-api.ts';
import { findCallToken, giveCookie, takeCookie } from '#server/web/session-cookie.ts';

const loginBody = jsonBody(
  z.strictObject({
    email: shortText,
    password: shortText,
    code: shortText.optional(),
  }),
  'Send an e-mail address and a password, as email and password.',
);
const passwordBody = jsonBody(
  z.strictObject({ password: shortText, newPassword: shortText }),
  'Send the current password and the new one, as password and newPassword.',
);

/** Sign-in, sign-out, the own account and password. They check tokens themselves, so everyone may call. */
export function createSessionRoutes({
  provider,
  accounts,
}: Pick<IdentityParts, 'provider' | 'accounts'>): Route[] {
  const who = 'everyone';
  return [
    route('GET /auth', { who }, ({ req, res }) => {
      const info = provider.describe();
      const hasSession = info.provider === 'local' && findCallToken(req) !== undefined;
      res.json((hasSession ? { ...info, hasSession } : info) satisfies AuthInfo);
    }),
    route('GET /auth/me', { who }, async ({ req, res }) => {
      const token = findCallToken(req);
      const signedIn = token && (await accounts?.findSignedIn(token));
      if (signedIn) {
        res.json(signedIn satisfies SignedIn);
        return;
      }
      const check = await checkToken(provider, token);
      if ('refusal' in check) throw refuseToken(check.refusal);
      const { expiresMs: expiresAt = 0, email, role } = check.identity;
      const mustChangePassword = false;
      res.json({ email, role, expiresAt, mustChangePassword } satisfies SignedIn);
    }),
    route(
      'POST /auth/login',
      { who, body: loginBody },
      async ({ req, res, body: { email, password, code } }) => {
        const local = getLocal(accounts);
        // An invalid address is refused like an unknown account, in the same time.
        const token = findCallToken(req);
        const origin = { address: req.ip ?? '', code, token };
        res.json(giveReply(req, await local.logIn(parseEmail(email) ?? email, password, origin)));
      },
    ),
    route('POST /auth/logout', { who }, async ({ req, res }) => {
      const token = findCallToken(req);
      if (token) await accounts?.logOut(token);
      takeCookie(req);
      res.status(204).end();
    }),
    route(
      'POST /auth/password',
      { who, body: passwordBody },
      async ({ req, res, body: { password, newPassword } }) => {
        const local = getLocal(accounts);
        const token = findCallToken(req) ?? '';
        noteCaller(res, (await local.findSignedIn(token))?.email);
        const address = req.ip ?? '';
        res.json(giveReply(req, await local.changePassword(token, password, newPassword, address)));
      },
    ),
  ];
}

/** The accounts of this server; throws a {@link Refusal} where Firebase keeps them. */
export function getLocal(accounts: LocalAccounts | undefined): LocalAccounts {
  if (accounts) return accounts;
  throw new Refusal(404, 'Accounts are kept by Firebase here: sign in there.');
}

/** The answer to a call that begins a session, with its cookie. */
export function giveReply(req: Request, reply: LoginReply): LoginReply {
  giveCookie(req, reply.token);
  return reply;
}
