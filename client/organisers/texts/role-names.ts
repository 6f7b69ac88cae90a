import type { Role } from '#shared/wire/auth-api.ts';

/** What each right is called on the screen, in plain words. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  registration: 'Registration',
  admin: 'All rights',
};
