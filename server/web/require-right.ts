import type { Request, RequestHandler, Response } from 'express';

import {
  type CheckOptions,
  type Identity,
  type IdentityProvider,
  NOT_SIGNED_IN,
  type TokenCheck,
  type TokenRefusal,
} from '#server/identity/identity.ts';
import type { ErrorBody } from '#shared/wire/errors.ts';
import { AUTH_HEADER, USE_HEADER } from '#shared/wire/auth-api.ts';
import { hasRight, type Right } from '#shared/wire/rights.ts';

import { holdBack } from './hold-back.ts';
import { noteCaller } from './known-caller.ts';
import { Refusal } from './refusal.ts';

/** Whose right it is, and what they would be told, is not said. */
const NO_RIGHT =
  'Your role does not allow this. Whoever manages the accounts can give you another one.';

/**
 * Lets a request through whose `authtoken` belongs to an organiser with the
 * right; each one is verified anew, so a disabled account is out at once. The
 * answer is without what is held back from them.
 */
export function requireRight(provider: IdentityProvider, right: Right): RequestHandler {
  return async (req, res, next) => {
    const check = await checkToken(provider, req.get(AUTH_HEADER), {
      isUse: req.get(USE_HEADER) !== 'no',
    });
    noteCaller(res, 'identity' in check ? check.identity.email : check.by);
    if ('refusal' in check) {
      sendRefusal(res, check.refusal);
    } else if (!hasRight(check.identity.role, right)) {
      sendRefusal(res, { status: 403, error: NO_RIGHT });
    } else {
      (res.locals as { identity?: Identity }).identity = check.identity;
      const json = res.json.bind(res);
      res.json = (body) => json(holdBack(body, check.identity.role));
      next();
    }
  };
}

/** Who a call's token stands for, or why it opens nothing; when that cannot be known, a {@link Refusal} that says so. */
export async function checkToken(
  provider: IdentityProvider,
  token: string | undefined,
  options?: CheckOptions,
): Promise<TokenCheck> {
  if (!token) return { refusal: NOT_SIGNED_IN };
  try {
    return await provider.check(token, options);
  } catch (error) {
    const refusal = new Refusal(
      503,
      'Whether you are signed in cannot be checked just now. Try again in a moment.',
    );
    refusal.cause = error;
    throw refusal;
  }
}

/** Whether a call that everyone may make comes from an organiser; not when that cannot be known. */
export async function isOrganiser(provider: IdentityProvider, req: Request): Promise<boolean> {
  const token = req.get(AUTH_HEADER);
  if (token === undefined) return false;
  const isKnown = provider.verify(token, { isUse: false });
  // While Redis is away nobody is known, and what everybody may know has to be told all the same.
  return isKnown.then(
    (identity) => identity !== undefined,
    () => false,
  );
}

/** Answers a call whose token opens nothing. */
export function sendRefusal(res: Response, { status, ...body }: TokenRefusal): void {
  res.status(status).json(body satisfies ErrorBody);
}

/** Who sent a request that {@link requireRight} let through. */
export function identityOf(res: Response): Identity {
  const { identity } = res.locals as { identity?: Identity };
  if (!identity) throw new Error('This route is not behind requireRight.');
  return identity;
}
