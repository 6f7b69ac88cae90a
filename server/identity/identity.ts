import type { EpochMs } from '#shared/model/time.ts';
import type { AuthInfo, ErrorCode, Role } from '#shared/wire/auth-api.ts';

export interface Identity {
  readonly email: string;
  readonly role: Role;
  /** Incremented to end all sessions of the account. */
  readonly generation: number;
  readonly expiresMs?: EpochMs;
}

export interface TokenRefusal {
  /** 401: unknown. 403: known, but not allowed. */
  readonly status: 401 | 403;
  readonly error: string;
  readonly code?: ErrorCode;
}

export type TokenCheck =
  | { readonly identity: Identity }
  | {
      readonly refusal: TokenRefusal;
      /** The e-mail address of the account, if known. */
      readonly by?: string;
    };

export interface CheckOptions {
  /** False for automatic calls, which don't prolong the session. */
  readonly isUse?: boolean;
}

/** Accounts in Redis or at Firebase. */
export interface IdentityProvider {
  /** The data that the page needs for signing in. */
  describe(): AuthInfo;
  /** Rejects if the token can't be checked at present. */
  check(token: string, options?: CheckOptions): Promise<TokenCheck>;
}

/** Must not reveal whether a token is missing, forged or expired. */
export const NOT_SIGNED_IN: TokenRefusal = {
  status: 401,
  error: 'Sign in first, or again: this session has ended.',
};
