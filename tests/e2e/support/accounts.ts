import type { Cookie, Page } from 'playwright-core';

import { Organisers } from '#server/identity/organisers.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import { nameCookie } from '#server/web/session-cookie.ts';
import { AUTH_HEADER, type Role } from '#shared/wire/auth-api.ts';

import type { RaceOnShow } from './race-on-show.ts';

export const PASSWORD = 'tri chynnig i Gymro';

const HOST = 'test';

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
  await manage(race).add(email, role, choice, HOST);
}

/** The cookie of a session over plain HTTP. */
export function cookieOf({ store, url }: RaceOnShow, token: string): Cookie {
  const name = nameCookie({ raceKey: store.raceKey }, false);
  return {
    name,
    value: token,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  };
}

/** Ends a page's session from outside. */
export async function endSession(race: RaceOnShow, page: Page): Promise<void> {
  const name = nameCookie({ raceKey: race.store.raceKey }, false);
  const cookies = await page.context().cookies(race.url);
  const token = cookies.find((cookie) => cookie.name === name)?.value;
  if (token === undefined) throw new Error('Nobody is signed in at this page.');
  await fetch(`${race.url}/auth/logout`, { method: 'POST', headers: { [AUTH_HEADER]: token } });
}
