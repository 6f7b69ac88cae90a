import type { FieldError } from '../model/outcome.ts';
import type { EpochMs } from '../model/time.ts';

/** The header in which programs, and pages with accounts at Firebase, send the identity token; other pages have a cookie. */
export const AUTH_HEADER = 'authtoken';

/**
 * The value `no` marks a call that a screen repeats automatically: it opens what the token opens, but does not keep the
 * session alive.
 */
export const USE_HEADER = 'x-session-use';

export const ROLES = ['viewer', 'medical', 'registration', 'results', 'director', 'admin'] as const;
/** Their rights are in {@link RIGHTS_OF}. */
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

/**
 * Closed list of errors that the page acts on beyond showing the sentence: ask for a new password, have Firebase mail
 * the link that verifies the address, or ask for the code that the account wants after its password.
 */
export type ErrorCode = 'password-change' | 'email-verification' | 'second-factor';

/** An error answer of every admin call. */
export interface ErrorBody {
  readonly error: string;
  readonly code?: ErrorCode;
  /** The invalid fields, where a form was sent. */
  readonly errors?: readonly FieldError[];
}

/**
 * The rights of each role (ACCOUNTS.md AC3): this table determines the checks of calls and connections, the visible
 * data, the screens and their buttons. Every call of organisers names its right (PROTOCOL.md CL34).
 */
const RIGHTS_OF = {
  /** The lists, reads and settings, and one's own account. */
  'race:see': ['admin', 'director', 'results', 'registration', 'medical', 'viewer'],
  'reports:write': ['admin', 'director', 'results', 'registration', 'medical'],
  /** Entries of runners, non-starters, dismissed bands. */
  'runners:edit': ['admin', 'director', 'results', 'registration'],
  /** Notes of race control, and passes of marshals. */
  'control:write': ['admin', 'director', 'results', 'registration'],
  /** Corrections of reads, and taking back the last change of a runner. */
  'results:edit': ['admin', 'director', 'results'],
  'changes:see': ['admin', 'director', 'results'],
  /** Settings, start and closing, pictures, import and restore; the health of the service. */
  'race:run': ['admin', 'director'],
  'accounts:manage': ['admin'],
  /** Telephone numbers, emergency contacts, dates of birth, and notes about a runner. */
  'personal:see': ['admin', 'director', 'results', 'registration', 'medical'],
  'medical:see': ['admin', 'director', 'registration', 'medical'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof RIGHTS_OF;
export const RIGHTS = Object.keys(RIGHTS_OF) as readonly Right[];

export function hasRight(role: Role, right: Right): boolean {
  const roles: readonly Role[] = RIGHTS_OF[right];
  return roles.includes(role);
}

/**
 * The right to see a field of this name, anywhere in an answer or a message (ACCOUNTS.md AC20). Fields below `WRITTEN`
 * are withheld only next to the `by` of their author: other objects have a text, a reason or a rule, too.
 */
export const FIELD_RIGHTS = {
  mobileNumber: 'personal:see',
  emergencyContact: 'personal:see',
  birthDate: 'personal:see',
  medicalNote: 'medical:see',
  text: 'personal:see',
  saidBy: 'personal:see',
  reason: 'personal:see',
  rule: 'personal:see',
} as const satisfies Readonly<Record<string, Right>>;

export type HeldField = keyof typeof FIELD_RIGHTS;
export const WRITTEN: ReadonlySet<string> = new Set<HeldField>([
  'text',
  'saidBy',
  'reason',
  'rule',
]);

/** The fields withheld from a role, in a fixed order: roles that see the same have the same list. */
export function listHeldBack(role: Role): readonly HeldField[] {
  const names = Object.keys(FIELD_RIGHTS) as HeldField[];
  return names.filter((name) => !hasRight(role, FIELD_RIGHTS[name]));
}
