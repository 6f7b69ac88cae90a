import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import type { OwnSession } from '#shared/wire/auth-api.ts';

import { expectNoViolations } from './support/axe.ts';
import { type Answer, refuse } from './support/fake-wire.ts';
import { describeWho, expectNoDialog, focusedLabel } from './support/on-screen.ts';
import { openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

const NOW_MS = Date.UTC(2026, 5, 20, 9);
const OWN = 'sian@race.local';
const WRONG = 'The current password is not right.';
const RENEWED = { token: 'next token', expiresAt: NOW_MS + HOUR_MS };
const HERE = describe('one', 'Firefox on Windows', { isThis: true });
const PHONE = describe('two', 'Chrome on Android', { address: '2001:db8:1:2::/64' });
const UNKNOWN = describe('three', '', { address: '' });

function describe(id: string, browser: string, rest: Partial<OwnSession>): OwnSession {
  const times = { signedInAt: NOW_MS - 4 * HOUR_MS, usedAt: NOW_MS - 5 * MINUTE_MS };
  return { id, browser, address: '192.0.2.7', ...times, ...rest };
}

async function openSessions(list: Answer<'GET /auth/sessions'>) {
  setClock(NOW_MS);
  const opened = await openScreen('/accounts', {
    prepare: (wire) => {
      wire.answer('GET /organisers', []);
      wire.answer('GET /auth/sessions', list);
    },
  });
  await opened.user.click(screen.getByRole('button', { name: OWN }));
  await opened.press('Where you are signed in…');
  await screen.findByRole('dialog', { name: 'Where you are signed in' });
  return opened;
}

const listSessions = (): (string | null)[] =>
  screen
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .slice(-3);

test('own sessions are listed, this browser is marked, and another is signed out with the password', async () => {
  const { wire, user, fill, press } = await openSessions([HERE, PHONE, UNKNOWN]);
  await expect
    .poll(listSessions)
    .toEqual([
      'Firefox on Windows this oneSigned in 4 h ago from 192.0.2.7, used 5 min ago',
      'Chrome on Android Signed in 4 h ago from 2001:db8:1:2::/64, used 5 min agoSign out Chrome on Android',
      'Unknown browser Signed in 4 h ago, used 5 min agoSign out Unknown browser',
    ]);
  await expectNoViolations();
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));
  await screen.findByText(/^Chrome on Android is signed out at once\./);
  await waitFor(() => expect(focusedLabel()).toBe('Current password'));
  await user.keyboard('{Enter}');
  await screen.findByText('Enter your current password.');
  const errors = [{ field: 'password', message: WRONG }];
  wire.answer('POST /auth/sessions/end', refuse(400, { error: WRONG, errors }));
  await fill('Current password', 'nid hwn');
  await user.keyboard('{Enter}');
  await screen.findByText(WRONG);
  wire.answer('POST /auth/sessions/end', () => {
    wire.answer('GET /auth/sessions', [HERE, UNKNOWN]);
    return RENEWED;
  });
  await fill('Current password', 'hwn');
  await user.keyboard('{Enter}');
  await screen.findByText('Chrome on Android is signed out.');
  expect(screen.queryByRole('button', { name: 'Sign out Chrome on Android' })).toBeNull();
  expect(wire.sent('POST /auth/sessions/end').at(-1)?.body).toEqual({ password: 'hwn', id: 'two' });
  await press('Done');
  await expectNoDialog();
});

test('one’s own password is changed from any screen', async () => {
  const { wire, user, fill, press } = await openScreen('/accounts', {
    prepare: (before) => before.answer('GET /organisers', []),
  });
  await user.click(screen.getByRole('button', { name: OWN }));
  await screen.findByRole('dialog', { name: 'Change your password' });
  wire.answer('POST /auth/password', { ...describeWho(), token: 'own token' });
  await fill('Current password', 'hen');
  await fill('New password', 'mynydd uwch y môr');
  await user.keyboard('{Enter}');
  await screen.findByText(/^Your password is changed\./);
  expect(wire.sent('POST /auth/password').map(({ body }) => body)).toEqual([
    { password: 'hen', newPassword: 'mynydd uwch y môr' },
  ]);
  await press('Done');
  await expectNoDialog();
});
