import type { EpochMs } from '#shared/model/time.ts';
import type { ErrorCode } from '#shared/wire/errors.ts';
import type { AuthInfo, Role } from '#shared/wire/auth-api.ts';

/** Who is signed in, as a provider vouches for it. */
export interface Identity {
  /** The provider's own name for the account; never shown. */
  readonly subject: string;
  readonly email: string;
  readonly role: Role;
  /** What began under another one of the account is over; 0 where none is counted. */
  readonly generation: number;
  /** When the session ends by itself. */
  readonly expiresMs?: EpochMs;
}

/** Why a token opens nothing, fit to be the answer to the call that carried it. */
export interface TokenRefusal {
  /** 401: nobody we know. 403: somebody we know, who may not come in. */
  readonly status: 401 | 403;
  readonly error: string;
  readonly code?: ErrorCode;
}

export type TokenCheck =
  | { readonly identity: Identity }
  | {
      readonly refusal: TokenRefusal;
    };

export interface CheckOptions {
  /** False for a check that is no doing of the organiser's: it does not keep a session awake. */
  readonly isUse?: boolean;
}

/** Where accounts live: in Redis, or at Firebase. Both methods reject only when the answer cannot be known just now. */
export interface IdentityProvider {
  /** What the page needs to know to sign somebody in. */
  describe(): AuthInfo;
  /** Who a token stands for, or why it opens nothing. */
  check(token: string, options?: CheckOptions): Promise<TokenCheck>;
  /**
   * Who a token stands for; undefined for one that is forged, ended, belongs to
   * a disabled account or still waits for a new password.
   */
  verify(token: string, options?: CheckOptions): Promise<Identity | undefined>;
}

/** The answer to a token that is missing, forged or over; it does not tell which. */
export const NOT_SIGNED_IN: TokenRefusal = {
  status: 401,
  error: 'Sign in first, or again: this session has ended.',
};
