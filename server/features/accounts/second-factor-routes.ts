import * as z from 'zod';

import type { LocalAccounts } from '#server/identity/local-accounts.ts';
import { createSecret, isSecret, presentSecretUri } from '#server/identity/second-factors.ts';
import { jsonBody, shortText } from '#server/web/request-input.ts';
import { type Route, route } from '#server/web/routes.ts';
import { findCallToken } from '#server/web/session-cookie.ts';
import type { SecondFactorSecret } from '#shared/wire/auth-api.ts';

import { getLocal, giveReply } from './session-routes.ts';

const onBody = jsonBody(
  z.strictObject({ password: shortText, secret: z.string().refine(isSecret), code: shortText }),
  'Send the current password, the secret and a code of it, as password, secret and code.',
);
const offBody = jsonBody(
  z.strictObject({ password: shortText, code: shortText }),
  'Send the current password and a code, as password and code.',
);

/** Calls to turn the organiser's own second factor on and off. */
export function createSecondFactorRoutes(accounts: LocalAccounts | undefined): Route[] {
  const who = 'race:see';
  return [
    route('POST /auth/second-factor/secret', { who }, ({ res, by }) => {
      getLocal(accounts);
      const secret = createSecret();
      const uri = presentSecretUri(secret, by);
      res.json({ secret, uri } satisfies SecondFactorSecret);
    }),
    route('POST /auth/second-factor', { who, body: onBody }, async ({ req, res, body }) => {
      const token = findCallToken(req) ?? '';
      res.json(giveReply(req, await getLocal(accounts).turnCodesOn(token, body, req.ip ?? '')));
    }),
    route('POST /auth/second-factor/off', { who, body: offBody }, async ({ req, res, body }) => {
      const token = findCallToken(req) ?? '';
      res.json(giveReply(req, await getLocal(accounts).turnCodesOff(token, body, req.ip ?? '')));
    }),
  ];
}
