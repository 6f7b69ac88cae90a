import type { Browser } from 'playwright-core';

import type { Role } from '#shared/wire/auth-api.ts';
import { openSession } from '#tests/support/open-session.ts';

import { cookieOf } from './accounts.ts';
import { DESK, type OpenPage, openPage, type PageOptions } from './open-page.ts';
import type { RaceOnShow } from './race-on-show.ts';

export interface ScreenOptions extends PageOptions {
  readonly email?: string;
  readonly role?: Role;
}

/** Opens an organisers' screen in a new browser context, signed in. */
export async function openScreen(
  browser: Browser,
  race: RaceOnShow,
  path: string,
  { email = 'sian@race.local', role = 'admin', ...options }: ScreenOptions = {},
): Promise<OpenPage> {
  const token = await openSession(race.store, email, role);
  const opened = await openPage(browser, {
    viewport: DESK,
    storageState: { cookies: [cookieOf(race, token)], origins: [] },
    ...options,
  });
  await opened.page.goto(race.url + path);
  return opened;
}
