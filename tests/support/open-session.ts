import { LocalSessions } from '#server/identity/local-sessions.ts';
import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { Role } from '#shared/wire/auth-api.ts';

/** Makes an account without a password, unless it exists, and a session of it; returns the token. */
export async function openSession(
  store: RaceStore,
  email: string,
  role: Role,
  agoMs = 0,
): Promise<string> {
  const after: OrganiserRecord = {
    email,
    role,
    disabled: false,
    createdAt: new Date().toISOString(),
    passwordHash: 'none',
    mustChangePassword: false,
    generation: 0,
  };
  await store.organisers.commit({ before: undefined, after, by: 'test', action: 'organiser-add' });
  const { token } = await new LocalSessions(store, () => Date.now() - agoMs).open(after);
  return token;
}
