import type { FieldError } from '../model/outcome.ts';
import type { EpochMs } from '../model/time.ts';

/** The header in which programs, and pages with accounts at Firebase, send the identity token; other pages have a cookie. */
export const AUTH_HEADER = 'authtoken';

/** The value `no` marks an automatically repeated call, which does not keep the session alive. */
export const USE_HEADER = 'x-session-use';

export const ROLES = ['viewer', 'medical', 'registration', 'results', 'director', 'admin'] as const;
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

/** POST /auth/login, for local accounts. It ends the session that the call carries. */
export interface LoginBody {
  readonly email: string;
  readonly password: string;
  /** Six digits of the authenticator app; until right 401 with the code `second-factor`. */
  readonly code?: string;
}

/** GET /auth/me: the owner of the token. */
export interface SignedIn extends Organiser {
  /** When the session (or the Firebase token) expires. */
  readonly expiresAt: EpochMs;
  /** Every other admin call answers 403 until a new password is set. */
  readonly mustChangePassword: boolean;
  /** Sign-in requires a code of an authenticator app. */
  readonly asksForCode?: true;
}

/** The answer to POST /auth/login. */
export interface LoginReply extends SignedIn {
  /** For programs. */
  readonly token: string;
}

/** POST /auth/second-factor/secret: a new secret for an authenticator app, which the server does not store. */
export interface SecondFactorSecret {
  /** In base32. */
  readonly secret: string;
  /** The text of the QR code for the app. */
  readonly uri: string;
}

/** POST /auth/second-factor/off, answered with a {@link LoginReply}; every other session of the account ends. */
export interface SecondFactorOffBody {
  readonly password: string;
  readonly code: string;
}

/** POST /auth/second-factor, answered likewise: sign-in then requires a code. This one proves that the app has the secret. */
export interface SecondFactorBody extends SecondFactorOffBody {
  readonly secret: string;
}

/** POST /auth/password, answered with a {@link LoginReply}; every other session of the account ends. */
export interface ChangePasswordBody {
  readonly password: string;
  readonly newPassword: string;
}

/** An account in GET /organisers, by e-mail address. */
export interface OrganiserEntry extends Organiser {
  readonly disabled: boolean;
  /** It still has a one-time password. */
  readonly mustChangePassword: boolean;
  /** ISO 8601; null for an address that only ORGANISER_EMAILS admits. */
  readonly createdAt: string | null;
  /** Sign-in requires a code of an authenticator app. */
  readonly asksForCode?: true;
}

/** POST /organisers, and POST /organisers/:email/role, which takes only the role. */
export interface AddOrganiserBody {
  readonly email: string;
  readonly role: Role;
}

/** The answer to every POST under /organisers. */
export interface OrganiserReply extends OrganiserEntry {
  /** After POST /organisers and …/reset, shown only once. */
  readonly password?: string;
}

/** Errors that the page acts on: a new password, the verification e-mail of Firebase, or a code is needed. */
export type ErrorCode = 'password-change' | 'email-verification' | 'second-factor';

/** An error answer of every admin call. */
export interface ErrorBody {
  readonly error: string;
  readonly code?: ErrorCode;
  /** The invalid fields, where a form was sent. */
  readonly errors?: readonly FieldError[];
}

/** The roles with each right (ACCOUNTS.md AC3): they determine allowed calls, visible data, screens and buttons. */
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
 * The right needed for a field of this name in any answer or message (ACCOUNTS.md AC20). The {@link WRITTEN} fields are
 * withheld only next to the `by` of their author: other objects have fields of these names, too.
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

/** The fields withheld from a role; roles with equal views have equal lists. */
export function listHeldBack(role: Role): readonly HeldField[] {
  const names = Object.keys(FIELD_RIGHTS) as HeldField[];
  return names.filter((name) => !hasRight(role, FIELD_RIGHTS[name]));
}
