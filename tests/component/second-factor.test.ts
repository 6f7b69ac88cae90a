import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { SignedIn } from '#shared/wire/auth-api.ts';

import { refuse } from './support/fake-wire.ts';
import { openScreen } from './support/open-screen.tsx';
import { acceptLogin, describeWho, focusedLabel } from './support/on-screen.ts';

const OWN = 'sian@race.local';
const WRONG = 'This code is not right, or was used already.';
const CODES = ['k7mq-3fxt-9hwp-2nbr', 'abcd-efgh-jkmn-pqrs'];
const NEEDS_CODE = refuse(401, { error: 'Enter the code.', code: 'second-factor' });
const WRONG_CODE = refuse(401, {
  error: WRONG,
  code: 'second-factor',
  errors: [{ field: 'code', message: WRONG }],
});
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
    wire.answer('POST /auth/login', WRONG_CODE);
    await user.paste('000000');
    await user.keyboard('{Enter}');
    await screen.findByText(WRONG);
    await waitForFocus('Code');
    acceptLogin(wire);
    await fill('Code', '123456');
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Registration' });
    await screen.findByText('Live');
    expect(wire.sent('POST /auth/login').map(({ body }) => body)).toEqual([
      { email: OWN, password: 'hwn' },
      { email: OWN, password: 'hwn', code: '000000' },
      { email: OWN, password: 'hwn', code: '123456' },
    ]);
  });

  test('goes back to the password when that is wrong after all, and takes the next code in place of the last', async () => {
    const { wire, user, fill } = await openScreen('/login', { isSignedOut: true });
    wire.answer('POST /auth/login', NEEDS_CODE);
    await fill('Email', OWN);
    await fill('Password', 'hwn');
    await user.keyboard('{Enter}');
    await waitForFocus('Code');
    wire.answer('POST /auth/login', refuse(401, { error: 'Wrong e-mail address or password.' }));
    await user.paste('000000');
    await user.keyboard('{Enter}');
    await screen.findByText('Wrong e-mail address or password.');
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull());
    await waitForFocus('Password');
    await screen.findByRole('button', { name: 'Log in' });
    wire.answer('POST /auth/login', NEEDS_CODE);
    await user.keyboard('haf{Enter}');
    await waitForFocus('Code');
    await screen.findByRole('button', { name: 'Log in' });
    await user.keyboard('123456{Enter}');
    await waitFor(() =>
      expect(wire.sent('POST /auth/login').at(-1)?.body).toEqual({
        email: OWN,
        password: 'haf',
        code: '123456',
      }),
    );
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
