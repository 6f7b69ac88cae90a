import type { EpochMs } from '../model/time.ts';

/** The header in which every admin call carries the identity token. */
export const AUTH_HEADER = 'authtoken';

/**
 * Says `no` on a call that a screen makes by itself, over and over: it opens
 * what the token opens, but does not keep the session awake.
 */
export const USE_HEADER = 'x-session-use';

export const ROLES = ['viewer', 'medical', 'registration', 'results', 'director', 'admin'] as const;
/** What each may do is in `rights.ts`. */
export type Role = (typeof ROLES)[number];

/** Who is signed in, as the page and the log of changes name them. */
export interface Organiser {
  readonly email: string;
  readonly role: Role;
}

/** GET /auth: which provider to sign in with, and how. */
export type AuthInfo =
  | { readonly provider: 'local' }
  | {
      readonly provider: 'firebase';
      readonly projectId: string;
      readonly apiKey: string;
      readonly authDomain: string;
      /** Only against the emulator. */
      readonly emulatorUrl?: string;
    };

/** POST /auth/login, local accounts. */
export interface LoginBody {
  readonly email: string;
  readonly password: string;
  /** What the last sign-in of this account at this browser was given, if there was one. */
  readonly device?: string;
  /**
   * Six digits of the authenticator app, or a recovery code. An account that asks
   * for it answers 401 with the code `second-factor` until it is right, once the
   * password is.
   */
  readonly code?: string;
}

/** The answer to it. */
export interface LoginReply extends Organiser {
  readonly token: string;
  /**
   * A mark to show at the next sign-in of the account: it opens nothing, but
   * the browser then waits for nobody else's wrong passwords.
   */
  readonly device: string;
  readonly expiresAt: EpochMs;
  /** The one-time password was used: a new one is set before anything else (POST /auth/password). */
  readonly mustChangePassword: boolean;
}

/** GET /auth/me: who the token stands for. */
export interface SignedIn extends Organiser {
  /** When the session (or the Firebase token) ends by itself. */
  readonly expiresAt: EpochMs;
  /** Every other admin call answers 403 until a new password is set. */
  readonly mustChangePassword: boolean;
  /** How many recovery codes are unused; there where the account asks for a code at sign-in. */
  readonly recoveryCodesLeft?: number;
}

/** POST /auth/second-factor/secret: a secret nobody has yet, for an authenticator app. Nothing is kept of it. */
export interface SecondFactorSecret {
  /** In base32. */
  readonly secret: string;
  /** What the app reads from a QR code. */
  readonly uri: string;
}

/** POST /auth/second-factor: from now on sign-in asks for a code of this secret. */
export interface SecondFactorBody {
  readonly password: string;
  readonly secret: string;
  /** One of the secret, to show that the app has it. */
  readonly code: string;
}

/** The answer to it, which is given this once. */
export interface SecondFactorReply {
  /** Each is taken once in the place of a code. */
  readonly recoveryCodes: readonly string[];
}

/** POST /auth/second-factor/off, answered with 204. */
export interface SecondFactorOffBody {
  readonly password: string;
  /** Of the app, or a recovery code. */
  readonly code: string;
}

/** POST /auth/password, answered with a {@link LoginReply}; every other session of the account ends. */
export interface ChangePasswordBody {
  readonly password: string;
  readonly newPassword: string;
}

/** One account of GET /organisers, which are in the order of their e-mail addresses. */
export interface OrganiserEntry extends Organiser {
  readonly disabled: boolean;
  /** A one-time password stands that nobody has replaced yet. */
  readonly mustChangePassword: boolean;
  /** ISO 8601; null for an address that is let in by ORGANISER_EMAILS alone. */
  readonly createdAt: string | null;
  /** There where it asks for a code of an authenticator app at sign-in. */
  readonly asksForCode?: true;
}

/** POST /organisers, and POST /organisers/:email/role, which takes the role alone. */
export interface AddOrganiserBody {
  readonly email: string;
  readonly role: Role;
}

/** The answer to every POST under /organisers. */
export interface OrganiserReply extends OrganiserEntry {
  /** After POST /organisers and …/reset: shown this once, and replaced at the first sign-in. */
  readonly password?: string;
}
