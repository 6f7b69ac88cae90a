import type { RequestHandler, Response } from 'express';

import type { Identity, IdentityProvider, TokenRefusal } from '#server/identity/identity.ts';
import { hasRole, NOT_SIGNED_IN } from '#server/identity/identity.ts';
import type { ErrorBody, Role } from '#shared/wire/admin-api.ts';
import { AUTH_HEADER } from '#shared/wire/admin-api.ts';

/**
 * Lets a request through whose `authtoken` belongs to an organiser with the
 * role; each one is verified anew, so a disabled account is out at once.
 */
export function requireRole(provider: IdentityProvider, role: Role): RequestHandler {
  return async (req, res, next) => {
    res.set('Cache-Control', 'no-store');
    const token = req.get(AUTH_HEADER);
    const check = token ? await provider.check(token) : { refusal: NOT_SIGNED_IN };
    if ('refusal' in check) {
      sendRefusal(res, check.refusal);
    } else if (!hasRole(check.identity.role, role)) {
      sendRefusal(res, { status: 403, error: 'This needs an organiser with all rights.' });
    } else {
      (res.locals as { identity?: Identity }).identity = check.identity;
      next();
    }
  };
}

/** Answers a call whose token opens nothing. */
export function sendRefusal(res: Response, { status, ...body }: TokenRefusal): void {
  res.status(status).json(body satisfies ErrorBody);
}

/** Who sent a request that {@link requireRole} let through. */
export function identityOf(res: Response): Identity {
  const { identity } = res.locals as { identity?: Identity };
  if (!identity) throw new Error('This route is not behind requireRole.');
  return identity;
}
