import type { RequestHandler, Response } from 'express';

import type { Identity, IdentityProvider } from '#server/identity/identity.ts';
import { hasRole } from '#server/identity/identity.ts';
import type { Role } from '#shared/wire/admin-api.ts';
import { AUTH_HEADER } from '#shared/wire/admin-api.ts';

/**
 * Lets a request through whose `authtoken` belongs to an organiser with the
 * role; each one is verified anew, so a disabled account is out at once.
 */
export function requireRole(provider: IdentityProvider, role: Role): RequestHandler {
  return async (req, res, next) => {
    res.set('Cache-Control', 'no-store');
    const token = req.get(AUTH_HEADER);
    const identity = token ? await provider.verify(token) : undefined;
    if (!identity) {
      res.status(401).json({ error: 'Sign in first, or again: this session has ended.' });
    } else if (!hasRole(identity.role, role)) {
      res.status(403).json({ error: 'This needs an organiser with all rights.' });
    } else {
      (res.locals as { identity?: Identity }).identity = identity;
      next();
    }
  };
}

/** Who sent a request that {@link requireRole} let through. */
export function identityOf(res: Response): Identity {
  const { identity } = res.locals as { identity?: Identity };
  if (!identity) throw new Error('This route is not behind requireRole.');
  return identity;
}
