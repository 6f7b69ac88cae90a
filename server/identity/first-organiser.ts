import type { OrganiserRecords } from '#server/store/organiser-records.ts';

import type { PasswordHasher } from './password-hasher.ts';
import { createReadablePassword } from './readable-password.ts';

const FIRST_EMAIL = 'organiser@race.local';

/** The account of the first start, as its owner needs to know it. */
export interface FirstOrganiser {
  readonly email: string;
  /** To be replaced at the first sign-in. */
  readonly password: string;
}

/**
 * Makes an account if nobody could sign in. Of several instances that start at
 * once, one makes it and gets it back; undefined for the others.
 */
export async function createFirstOrganiser(
  records: OrganiserRecords,
  hasher: PasswordHasher,
): Promise<FirstOrganiser | undefined> {
  const organisers = await records.list();
  if (organisers.some(({ record }) => record.passwordHash !== undefined)) return undefined;
  const password = createReadablePassword();
  const isMade = await records.commit({
    before: undefined,
    after: {
      email: FIRST_EMAIL,
      role: 'admin',
      disabled: false,
      createdAt: new Date().toISOString(),
      passwordHash: await hasher.hash(password),
      mustChangePassword: true,
      generation: 0,
    },
    by: 'first start',
    action: 'organiser-add',
  });
  return isMade ? { email: FIRST_EMAIL, password } : undefined;
}
