import type { Role } from './auth-api.ts';

/**
 * What each role may do (ACCOUNTS.md AC3): the one table from which the checks of calls and connections, the screens and their
 * buttons follow. Every call of organisers names the right it takes (PROTOCOL.md CL34).
 */
const RIGHTS_OF = {
  /** The lists, reads and settings, and one's own account. */
  'race:see': ['admin', 'registration'],
  /** What is reported of a runner. */
  'reports:write': ['admin', 'registration'],
  /** The entry of a runner, who did not start, bands that are put aside. */
  'runners:edit': ['admin', 'registration'],
  /** Notes of race control, and passes of marshals. */
  'control:write': ['admin', 'registration'],
  /** Corrections of reads, and taking back the last change of a runner. */
  'results:edit': ['admin'],
  /** Who changed what. */
  'changes:see': ['admin'],
  /** Settings, start and closing, pictures, import and restore. */
  'race:run': ['admin'],
  /** Who may organise, and as what. */
  'accounts:manage': ['admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof RIGHTS_OF;
export const RIGHTS = Object.keys(RIGHTS_OF) as readonly Right[];

/** Whether an organiser of this role has the right. */
export function hasRight(role: Role, right: Right): boolean {
  const roles: readonly Role[] = RIGHTS_OF[right];
  return roles.includes(role);
}
