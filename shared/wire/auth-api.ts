import type { EpochMs } from '../model/time.ts';

/** The header in which programs, and pages with accounts at Firebase, send the identity token; other pages have a cookie. */
export const AUTH_HEADER = 'authtoken';

/**
 * The value `no` marks a call that a screen repeats automatically: it opens what the token opens, but does not keep the
 * session alive.
 */
export const USE_HEADER = 'x-session-use';

export const ROLES = ['viewer', 'medical', 'registration', 'results', 'director', 'admin'] as const;
/** Their rights are in `rights.ts`. */
export type Role = (typeof ROLES)[number];

/** Who is signed in, as shown on the page and in the log of changes. */
export interface Organiser {
  readonly email: string;
  readonly role: Role;
}

/** GET /auth: the provider to sign in with, and how. */
export type AuthInfo =
  | {
      readonly provider: 'local';
      /** The call carried a session, which may have ended. */
      readonly hasSession?: boolean;
    }
  | {
      readonly provider: 'firebase';
      readonly projectId: string;
      readonly apiKey: string;
      readonly authDomain: string;
      /** Only against the emulator. */
      readonly emulatorUrl?: string;
    };

/**
 * POST /auth/login, local accounts. A sign-in ends the session that the call carries, by cookie or header.
 */
export interface LoginBody {
  readonly email: string;
  readonly password: string;
  /**
   * Six digits of the authenticator app, or a recovery code. An account that needs it answers 401 with the code
   * `second-factor` after the right password, until this is right.
   */
  readonly code?: string;
}

/** The token from now on, for programs: the one that the call carried opens nothing any more. */
export interface RenewedSession {
  readonly token: string;
  readonly expiresAt: EpochMs;
}

/** The answer to POST /auth/login. */
export interface LoginReply extends Organiser, RenewedSession {
  /** The one-time password was used: a new one has to be set first (POST /auth/password). */
  readonly mustChangePassword: boolean;
}

/** GET /auth/me: the owner of the token. */
export interface SignedIn extends Organiser {
  /** When the session (or the Firebase token) expires. */
  readonly expiresAt: EpochMs;
  /** Every other admin call answers 403 until a new password is set. */
  readonly mustChangePassword: boolean;
  /** How many recovery codes are unused; present where the account asks for a code at sign-in. */
  readonly recoveryCodesLeft?: number;
}

/** POST /auth/second-factor/secret: a new secret for an authenticator app. The server keeps nothing of it. */
export interface SecondFactorSecret {
  /** In base32. */
  readonly secret: string;
  /** The text of the QR code for the app. */
  readonly uri: string;
}

/** POST /auth/second-factor: from now on sign-in asks for a code of this secret. */
export interface SecondFactorBody {
  readonly password: string;
  readonly secret: string;
  /** A code of the secret, to prove that the app has it. */
  readonly code: string;
}

/** The answer to POST /auth/second-factor, given only once; every other session of the account ends. */
export interface SecondFactorReply extends RenewedSession {
  /** Each is accepted once in place of a code. */
  readonly recoveryCodes: readonly string[];
}

/** POST /auth/second-factor/off, answered with a {@link RenewedSession}; every other session of the account ends. */
export interface SecondFactorOffBody {
  readonly password: string;
  /** From the app, or a recovery code. */
  readonly code: string;
}

/** POST /auth/password, answered with a {@link LoginReply}; every other session of the account ends. */
export interface ChangePasswordBody {
  readonly password: string;
  readonly newPassword: string;
}

/** One of GET /auth/sessions, which are ordered by their last use, the latest first: where the caller is signed in. */
export interface OwnSession {
  /** For POST /auth/sessions/end; it opens nothing. */
  readonly id: string;
  /** `Chrome on Android`, as the browser said at sign-in; empty where that is not known. */
  readonly browser: string;
  /** The address at sign-in, of IPv6 its /64; empty where that is not known. */
  readonly address: string;
  readonly signedInAt: EpochMs;
  /** To the minute. */
  readonly usedAt: EpochMs;
  /** Present at the session of the call itself. */
  readonly isThis?: true;
}

/** POST /auth/sessions/end, answered with a {@link RenewedSession}. */
export interface EndSessionsBody {
  readonly password: string;
  /** The session that ends; without it all but the caller's do. */
  readonly id?: string;
}

/** One account of GET /organisers, which are ordered by their e-mail addresses. */
export interface OrganiserEntry extends Organiser {
  readonly disabled: boolean;
  /** It still has a one-time password. */
  readonly mustChangePassword: boolean;
  /** ISO 8601; null for an address that only ORGANISER_EMAILS admits. */
  readonly createdAt: string | null;
  /** Present where it asks for a code of an authenticator app at sign-in. */
  readonly asksForCode?: true;
  /** How many sessions of it are open; in GET /organisers alone, and only of accounts that are kept here. */
  readonly sessions?: number;
}

/** POST /organisers, and POST /organisers/:email/role, which takes only the role. */
export interface AddOrganiserBody {
  readonly email: string;
  readonly role: Role;
}

/** The answer to every POST under /organisers. */
export interface OrganiserReply extends OrganiserEntry {
  /** After POST /organisers and …/reset: shown only once, and replaced at the first sign-in. */
  readonly password?: string;
}
