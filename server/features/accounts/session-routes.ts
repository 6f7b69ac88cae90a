import type { Response } from 'express';
import { Router } from 'express';

import type { IdentityParts } from '#server/identity/create-identity.ts';
import { parseEmail } from '#shared/model/email.ts';
import { NOT_SIGNED_IN } from '#server/identity/identity.ts';
import type {
  LocalAccounts,
  LoginOutcome,
  PasswordOutcome,
} from '#server/identity/local-accounts.ts';
import type { ErrorBody } from '#shared/wire/admin-api.ts';
import type { SignedIn } from '#shared/wire/auth-api.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';

import { readJson } from '#server/web/json-body.ts';
import { Refusal } from '#server/web/refusal.ts';
import { checkToken, sendRefusal } from '#server/web/require-role.ts';
import { parseLoginBody, parsePasswordBody } from './session-bodies.ts';

const WRONG = 'The e-mail address or the password is not right.';

/** Signing in and out, and who one is. */
export function createSessionRoutes({
  provider,
  accounts,
}: Pick<IdentityParts, 'provider' | 'accounts'>): Router {
  const routes = Router();
  routes.use('/auth', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });

  routes.get('/auth', (_req, res) => {
    res.json(provider.describe());
  });

  routes.get('/auth/me', async (req, res) => {
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
    const { email, role, expiresMs = 0 } = check.identity;
    res.json({ email, role, expiresAt: expiresMs, mustChangePassword: false } satisfies SignedIn);
  });

  routes.post('/auth/login', readJson, async (req, res) => {
    const local = getLocal(accounts);
    const { email, password, device } = parseLoginBody(req.body);
    // What is no address belongs to nobody, which takes as long to find out as anything else.
    const origin = { address: req.ip ?? '', device };
    const outcome = await local.logIn(parseEmail(email) ?? email, password, origin);
    if (outcome.kind === 'wrong') sendError(res, 401, { error: WRONG });
    else sendOutcome(res, outcome);
  });

  routes.post('/auth/logout', async (req, res) => {
    const token = req.get(AUTH_HEADER);
    if (token) await accounts?.logOut(token);
    res.status(204).end();
  });

  routes.post('/auth/password', readJson, async (req, res) => {
    const local = getLocal(accounts);
    const token = req.get(AUTH_HEADER) ?? '';
    const { password, newPassword } = parsePasswordBody(req.body);
    const outcome = await local.changePassword(token, password, newPassword, req.ip ?? '');
    if (outcome.kind === 'wrong') {
      const message = 'The present password is not right.';
      sendError(res, 400, { error: message, errors: [{ field: 'password', message }] });
    } else {
      sendOutcome(res, outcome);
    }
  });

  return routes;
}

function getLocal(accounts: LocalAccounts | undefined): LocalAccounts {
  if (accounts) return accounts;
  throw new Refusal(404, 'Accounts are kept by Firebase here: sign in there.');
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
    case 'unfit': {
      const { message } = outcome;
      sendError(res, 400, { error: message, errors: [{ field: 'newPassword', message }] });
      break;
    }
    case 'wait': {
      const seconds = Math.ceil(outcome.waitMs / 1_000);
      res.set('Retry-After', String(seconds));
      const unit = seconds === 1 ? 'second' : 'seconds';
      sendError(res, 429, { error: `Too many tries. Try again in ${seconds} ${unit}.` });
      break;
    }
    default:
      outcome satisfies never;
  }
}

function sendError(res: Response, status: number, body: ErrorBody): void {
  res.status(status).json(body);
}
