import type { AuthInfo, Role } from '#shared/wire/admin-api.ts';
import type { EpochMs } from '#shared/model/time.ts';

/** Who is signed in, as a provider vouches for it. */
export interface Identity {
  /** The provider's own name for the account; never shown. */
  readonly subject: string;
  readonly email: string;
  readonly role: Role;
  /** When the session ends by itself. */
  readonly expiresMs?: EpochMs;
}

/** Where accounts live: in Redis, or at Firebase. */
export interface IdentityProvider {
  /** What the page needs to know to sign somebody in. */
  describe(): AuthInfo;
  /**
   * Who a token stands for; undefined for one that is forged, ended or belongs
   * to a disabled account. Rejects only when that cannot be known just now.
   */
  verify(token: string): Promise<Identity | undefined>;
}

/** Whether an organiser with `role` may do what `needed` is for. */
export function hasRole(role: Role, needed: Role): boolean {
  return role === 'admin' || role === needed;
}
