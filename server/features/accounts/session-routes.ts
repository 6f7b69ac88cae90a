import type { Response } from 'express';
import * as z from 'zod';

import type { IdentityParts } from '#server/identity/create-identity.ts';
import { describeBrowser } from '#server/identity/describe-browser.ts';
import { NOT_SIGNED_IN } from '#server/identity/identity.ts';
import type { LoginOutcome, PasswordOutcome } from '#server/identity/local-accounts.ts';
import { jsonBody, shortText } from '#server/web/request-input.ts';
import { noteCaller } from '#server/web/known-caller.ts';
import { type Route, checkToken, route, sendRefusal } from '#server/web/routes.ts';
import { parseEmail } from '#shared/model/email.ts';
import { AUTH_HEADER, type SignedIn } from '#shared/wire/auth-api.ts';
import {
  getLocal,
  sendError,
  sendFieldError,
  sendWait,
  WRONG_CODE,
  WRONG_PRESENT,
} from '#server/web/account-answers.ts';

const WRONG = 'The e-mail address or the password is not right.';
const NEEDS_CODE = 'Enter the code that your authenticator app shows.';

const loginBody = jsonBody(
  z.strictObject({
    email: shortText,
    password: shortText,
    device: shortText.optional(),
    code: shortText.optional(),
  }),
  'Send an e-mail address and a password, as email and password.',
);
const passwordBody = jsonBody(
  z.strictObject({ password: shortText, newPassword: shortText }),
  'Send the present password and the new one, as password and newPassword.',
);

/** Sign-in, sign-out, and who is signed in. They check tokens themselves, so everyone may call. */
export function createSessionRoutes({
  provider,
  accounts,
}: Pick<IdentityParts, 'provider' | 'accounts'>): Route[] {
  const who = 'everyone';
  return [
    route({
      method: 'GET',
      path: '/auth',
      who,
      answer: ({ res }) => {
        res.json(provider.describe());
      },
    }),
    route({
      method: 'GET',
      path: '/auth/me',
      who,
      answer: async ({ req, res }) => {
        const token = req.get(AUTH_HEADER);
        const signedIn = token && (await accounts?.findSignedIn(token));
        if (signedIn) {
          res.json(signedIn satisfies SignedIn);
          return;
        }
        const check = await checkToken(provider, token);
        if ('refusal' in check) {
          sendRefusal(res, check.refusal);
          return;
        }
        const { expiresMs: expiresAt = 0, email, role } = check.identity;
        const mustChangePassword = false;
        res.json({ email, role, expiresAt, mustChangePassword } satisfies SignedIn);
      },
    }),
    route({
      method: 'POST',
      path: '/auth/login',
      who,
      body: loginBody,
      answer: async ({ req, res, body: { email, password, device, code } }) => {
        const local = getLocal(accounts);
        // An invalid address belongs to no account, which takes as long to find out as for any other.
        const browser = describeBrowser(req.get('user-agent') ?? '');
        const token = req.get(AUTH_HEADER);
        const origin = { address: req.ip ?? '', browser, device, code, token };
        const outcome = await local.logIn(parseEmail(email) ?? email, password, origin);
        if (outcome.kind === 'wrong') sendError(res, 401, { error: WRONG });
        else sendOutcome(res, outcome);
      },
    }),
    route({
      method: 'POST',
      path: '/auth/logout',
      who,
      answer: async ({ req, res }) => {
        const token = req.get(AUTH_HEADER);
        if (token) await accounts?.logOut(token);
        res.status(204).end();
      },
    }),
    route({
      method: 'POST',
      path: '/auth/password',
      who,
      body: passwordBody,
      answer: async ({ req, res, body: { password, newPassword } }) => {
        const local = getLocal(accounts);
        const token = req.get(AUTH_HEADER) ?? '';
        noteCaller(res, (await local.findSignedIn(token))?.email);
        const outcome = await local.changePassword(token, password, newPassword, req.ip ?? '');
        if (outcome.kind === 'wrong') sendFieldError(res, 'password', WRONG_PRESENT);
        else sendOutcome(res, outcome);
      },
    }),
  ];
}

function sendOutcome(
  res: Response,
  outcome: Exclude<LoginOutcome | PasswordOutcome, { readonly kind: 'wrong' }>,
): void {
  switch (outcome.kind) {
    case 'signed-in':
      res.json(outcome.reply);
      break;
    case 'signed-out':
      sendRefusal(res, NOT_SIGNED_IN);
      break;
    case 'disabled':
      sendError(res, 403, { error: 'This account is disabled. Ask another organiser.' });
      break;
    case 'needs-code':
      sendError(res, 401, { error: NEEDS_CODE, code: 'second-factor' });
      break;
    case 'wrong-code': {
      const errors = [{ field: 'code', message: WRONG_CODE }];
      sendError(res, 401, { error: WRONG_CODE, code: 'second-factor', errors });
      break;
    }
    case 'unfit':
      sendFieldError(res, 'newPassword', outcome.message);
      break;
    case 'wait':
      sendWait(res, outcome.waitMs);
      break;
    default:
      outcome satisfies never;
  }
}
