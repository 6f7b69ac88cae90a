import type { EpochMs } from '../model/time.ts';

/** The header in which every admin call carries the identity token. */
export const AUTH_HEADER = 'authtoken';

/**
 * Says `no` on a call that a screen makes by itself, over and over: it opens
 * what the token opens, but does not keep the session awake.
 */
export const USE_HEADER = 'x-session-use';

export const ROLES = ['registration', 'admin'] as const;
/** `registration` edits runners and sees who is missing; `admin` may do everything. */
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
