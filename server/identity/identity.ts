import type { EpochMs } from '#shared/model/time.ts';
import type { AuthInfo, ErrorCode, Role } from '#shared/wire/auth-api.ts';

export interface Identity {
  /** The provider's own name for the account; never shown. */
  readonly subject: string;
  readonly email: string;
  readonly role: Role;
  /** Sessions of another generation of the account have ended; 0 if none is counted. */
  readonly generation: number;
  readonly expiresMs?: EpochMs;
}

/** Why a token is refused, as the answer to the call that carried it. */
export interface TokenRefusal {
  /** 401: unknown. 403: known, but not allowed in. */
  readonly status: 401 | 403;
  readonly error: string;
  readonly code?: ErrorCode;
}

export type TokenCheck =
  | { readonly identity: Identity }
  | {
      readonly refusal: TokenRefusal;
      /** The e-mail address of the account, where the token is one of it. */
      readonly by?: string;
    };

export interface CheckOptions {
  /** False for a check that the organiser did not cause: it does not prolong the session. */
  readonly isUse?: boolean;
}

/**
 * The place where accounts are kept: Redis, or Firebase. A check rejects only when the answer cannot be known at present.
 */
export interface IdentityProvider {
  /** The data the page needs for the sign-in. */
  describe(): AuthInfo;
  /** The owner of a token, or why it is refused. */
  check(token: string, options?: CheckOptions): Promise<TokenCheck>;
}

/** The answer to a missing, forged or expired token; it does not say which. */
export const NOT_SIGNED_IN: TokenRefusal = {
  status: 401,
  error: 'Sign in first, or again: this session has ended.',
};
