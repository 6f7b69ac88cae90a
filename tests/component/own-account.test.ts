import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { SignedIn, OwnSession } from '#shared/wire/auth-api.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';

import { refuse, type Answer } from './support/fake-wire.ts';
import { openScreen } from './support/open-screen.tsx';
import { acceptLogin, describeWho, focusedLabel, expectNoDialog } from './support/on-screen.ts';
import { setClock } from './support/set-clock.ts';

const OWN = 'sian@race.local';
const WRONG = 'This code is not right, or was used already.';
const CODES = ['k7mq-3fxt-9hwp-2nbr', 'abcd-efgh-jkmn-pqrs'];
const NEEDS_CODE = refuse(401, { error: 'Enter the code.', code: 'second-factor' });
const RENEWED = { token: 'next token', expiresAt: Date.now() + 3_600_000 };
const waitForFocus = (label: string): Promise<void> =>
  waitFor(() => expect(focusedLabel()).toBe(label));

describe('an account that asks for a code', () => {
  test('is asked for it at the login, once the password is right', async () => {
    const { wire, user, fill } = await openScreen('/login', { isSignedOut: true });
    expect(screen.queryByLabelText('Code')).toBeNull();
    wire.answer('POST /auth/login', NEEDS_CODE);
    await fill('Email', OWN);
    await fill('Password', 'hwn');
    await user.keyboard('{Enter}');
    await waitForFocus('Code');
    expect(screen.queryByText('Enter the code.')).toBeNull();
    wire.answer('POST /auth/login', refuse(401, { error: 'Wrong e-mail address or password.' }));
    await user.paste('000000');
    await user.keyboard('{Enter}');
    await screen.findByText('Wrong e-mail address or password.');
    // The password is wrong after all; the next code takes the place of the last.
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull());
    wire.answer('POST /auth/login', NEEDS_CODE);
    await fill('Password', 'haf');
    await user.keyboard('{Enter}');
    await waitForFocus('Code');
    acceptLogin(wire);
    await fill('Code', '123456');
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Registration' });
    await screen.findByText('Live');
    expect(wire.sent('POST /auth/login').map(({ body }) => body)).toEqual([
      { email: OWN, password: 'hwn' },
      { email: OWN, password: 'hwn', code: '000000' },
      { email: OWN, password: 'haf' },
      { email: OWN, password: 'haf', code: '123456' },
    ]);
  });
});

async function openCodes(who: Partial<SignedIn> = {}) {
  const opened = await openScreen('/accounts', {
    prepare: (wire) => {
      wire.answer('GET /organisers', []);
      wire.answer('GET /auth/me', describeWho(who));
      wire.answer('POST /auth/second-factor/secret', {
        secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
        uri: 'otpauth://totp/Splitcast:sian%40race.local?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
      });
    },
  });
  await opened.user.click(screen.getByRole('button', { name: OWN }));
  await opened.press('Code at sign-in…');
  await screen.findByRole('dialog', { name: 'Code at sign-in' });
  await screen.findByLabelText('Code');
  return opened;
}

describe('codes for one’s own account', () => {
  test('are switched on with the password and a code; the recovery codes stay until Done', async () => {
    const { wire, user, fill, press } = await openCodes();
    screen.getByTitle('QR code for an authenticator app');
    expect(screen.getByTestId('second-factor-secret').textContent).toBe(
      'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
    );
    await press('Turn on sign-in codes');
    await screen.findByText('Enter your current password.');
    expect(wire.sent('POST /auth/second-factor')).toEqual([]);
    const errors = [{ field: 'code', message: WRONG }];
    wire.answer('POST /auth/second-factor', refuse(400, { error: WRONG, errors }));
    await fill('Current password', 'hwn');
    await fill('Code', '000000');
    await press('Turn on sign-in codes');
    await screen.findByText(WRONG);
    wire.answer('POST /auth/second-factor', { recoveryCodes: CODES, ...RENEWED });
    await fill('Code', '123456');
    await press('Turn on sign-in codes');
    const dialog = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
    expect(wire.sent('POST /auth/second-factor').at(-1)?.body).toEqual({
      password: 'hwn',
      code: '123456',
      secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    });
    await user.keyboard('{Escape}{Escape}');
    expect(dialog.getByTestId('recovery-codes').textContent.split('\n')).toEqual(CODES);
    await press('Done');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

const NOW_MS = Date.UTC(2026, 5, 20, 9);
const HERE = session('one', 'Firefox on Windows', { isThis: true });
const PHONE = session('two', 'Chrome on Android', { address: '2001:db8:1:2::/64' });
const UNKNOWN = session('three', '', { address: '' });

function session(id: string, browser: string, rest: Partial<OwnSession>): OwnSession {
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
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));
  await screen.findByText(/^Chrome on Android is signed out at once\./);
  await waitFor(() => expect(focusedLabel()).toBe('Current password'));
  await user.keyboard('{Enter}');
  await screen.findByText('Enter your current password.');
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
