import type { Role } from './auth-api.ts';

/**
 * The rights of each role (ACCOUNTS.md AC3): this table determines the checks of calls and connections, the visible
 * data, the screens and their buttons. Every call of organisers names its right (PROTOCOL.md CL34).
 */
const RIGHTS_OF = {
  /** The lists, reads and settings, and one's own account. */
  'race:see': ['admin', 'director', 'results', 'registration', 'medical', 'viewer'],
  /** Reports of runners. */
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
  /** The organisers and their roles. */
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
