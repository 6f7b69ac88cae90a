import type { Role } from './auth-api.ts';

/**
 * What each role may do (ACCOUNTS.md AC3): the one table from which the checks of calls and connections, what is told, the screens
 * and their buttons follow. Every call of organisers names the right it takes (PROTOCOL.md CL34).
 */
const RIGHTS_OF = {
  /** The lists, reads and settings, and one's own account. */
  'race:see': ['admin', 'director', 'results', 'registration', 'medical', 'viewer'],
  /** What is reported of a runner. */
  'reports:write': ['admin', 'director', 'results', 'registration', 'medical'],
  /** The entry of a runner, who did not start, bands that are put aside. */
  'runners:edit': ['admin', 'director', 'results', 'registration'],
  /** Notes of race control, and passes of marshals. */
  'control:write': ['admin', 'director', 'results', 'registration'],
  /** Corrections of reads, and taking back the last change of a runner. */
  'results:edit': ['admin', 'director', 'results'],
  /** Who changed what. */
  'changes:see': ['admin', 'director', 'results'],
  /** Settings, start and closing, pictures, import and restore; how the service is. */
  'race:run': ['admin', 'director'],
  /** Who may organise, and as what. */
  'accounts:manage': ['admin'],
  /** Telephone numbers, emergency contacts, dates of birth, and what somebody wrote down of a runner. */
  'personal:see': ['admin', 'director', 'results', 'registration', 'medical'],
  /** Medical notes. */
  'medical:see': ['admin', 'director', 'registration', 'medical'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof RIGHTS_OF;
export const RIGHTS = Object.keys(RIGHTS_OF) as readonly Right[];

/** Whether an organiser of this role has the right. */
export function hasRight(role: Role, right: Right): boolean {
  const roles: readonly Role[] = RIGHTS_OF[right];
  return roles.includes(role);
}

/**
 * The right it takes to be told a field of this name, wherever it stands in an answer or a message (ACCOUNTS.md AC20). What
 * stands below `WRITTEN` is only held back beside the `by` of who wrote it: other things have a text, a reason or a rule, too.
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

/** The fields that organisers of a role are not told, in one order: those who are told the same have the same list. */
export function listHeldBack(role: Role): readonly HeldField[] {
  const names = Object.keys(FIELD_RIGHTS) as HeldField[];
  return names.filter((name) => !hasRight(role, FIELD_RIGHTS[name]));
}
