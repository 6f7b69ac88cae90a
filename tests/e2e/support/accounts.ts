import type { Page } from 'playwright-core';

import { Organisers } from '#server/identity/organisers.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import { AUTH_HEADER, type Role } from '#shared/wire/auth-api.ts';

import type { RaceOnShow } from './race-on-show.ts';

export const PASSWORD = 'tri chynnig i Gymro';

const HOST = { name: 'test', isHost: true };

/** Accounts as whoever commands the machine manages them. */
function manage(race: RaceOnShow): Organisers {
  return new Organisers(race.store.organisers, new PasswordHasher(), undefined);
}

/** Adds an account that can sign in with {@link PASSWORD}. */
export async function addAccount(
  race: RaceOnShow,
  email: string,
  role: Role = 'admin',
  mustChange = false,
): Promise<void> {
  const choice = { password: PASSWORD, mustChange };
  const outcome = await manage(race).add(email, role, choice, HOST);
  if (!outcome.ok) throw new Error(outcome.error.message);
}

/** Ends the session a page is in, without the page's doing. */
export async function endSession(race: RaceOnShow, page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('splitcast.authtoken'));
  if (token === null) throw new Error('Nobody is signed in at this page.');
  await fetch(`${race.url}/auth/logout`, { method: 'POST', headers: { [AUTH_HEADER]: token } });
}
