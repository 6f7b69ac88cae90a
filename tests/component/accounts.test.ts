import { screen, within, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { OrganiserEntry, OrganiserReply, SignedIn } from '#shared/wire/auth-api.ts';

import type { CallName } from './support/wire-calls.ts';
import { type FakeWire, refuse } from './support/fake-wire.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './support/open-screen.tsx';
import { expectNoDialog, acceptLogin, describeWho, focusedLabel } from './support/on-screen.ts';

type AccountCall = Extract<CallName, `POST /organisers${string}`>;

const LIMITED = /^This screen is not for the role /;
const NEW_EMAIL = 'Email of the new organiser';
const OWN = enter('sian@race.local', { role: 'admin' });
const LLAI = enter('llai@race.local', { role: 'admin' });
const COLL = enter('coll@race.local');

function enter(email: string, rest: Partial<OrganiserEntry> = {}): OrganiserEntry {
  const state = { disabled: false, mustChangePassword: false, createdAt: null };
  return { email, role: 'registration', ...state, ...rest };
}

/** The accounts, as an admin sees them, once they are there. */
async function openAccounts(options: ScreenOptions = {}): Promise<OpenScreen> {
  const opened = await openScreen('/accounts', {
    prepare: (wire) => wire.answer('GET /organisers', [COLL, LLAI, OWN]),
    ...options,
  });
  await findRow('sian@race.local');
  return opened;
}

/** The next call of this name succeeds, and so the accounts stand from then on. */
function accept(wire: FakeWire, name: AccountCall, reply: OrganiserReply): void {
  wire.answer(name, () => {
    const { password: _once, ...entry } = reply;
    const others = [COLL, LLAI, OWN].filter(({ email }) => email !== entry.email);
    const all = [...others, entry].toSorted((a, b) => (a.email < b.email ? -1 : 1));
    wire.answer('GET /organisers', all);
    return reply;
  });
}

const rowName = (email: string): RegExp => new RegExp(`^${email.replaceAll('.', '\\.')}`, 'u');
const findRow = (email: string): Promise<HTMLElement> =>
  screen.findByRole('row', { name: rowName(email) });
const findInRow = async (email: string, text: string): Promise<HTMLElement> =>
  within(await findRow(email)).findByText(text);
const focusedText = (): string | null | undefined => document.activeElement?.textContent;
const typedEmail = (): string => screen.getByLabelText<HTMLInputElement>(NEW_EMAIL).value;

const roleOf = (email: string): string =>
  screen.getByLabelText<HTMLSelectElement>(`Role of ${email}`).value;

/** Presses a button of the row of that account. */
async function pressIn({ user }: OpenScreen, email: string, label: string): Promise<void> {
  await user.click(await within(await findRow(email)).findByText(label));
}

test('adding an account shows the one-time password once, to be copied by hand where there is no clipboard, and only Done ends that', async () => {
  const { wire, user, fill, press } = await openAccounts();
  const added = enter('élin@race.local', { role: 'admin', mustChangePassword: true });
  accept(wire, 'POST /organisers', { ...added, password: 'pedwar-carw' });
  await fill(NEW_EMAIL, 'Élin@Race.local');
  await user.selectOptions(screen.getByLabelText('Role'), 'All rights');
  await press('Add account');
  const title = 'One-time password for élin@race.local';
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(wire.sent('POST /organisers').map(({ body }) => body)).toEqual([
    { email: 'Élin@Race.local', role: 'admin' },
  ]);
  await expect
    .poll(() => within(dialog).getByTestId('one-time-password').textContent)
    .toBe('pedwar-carw');
  await press('Copy');
  await within(dialog).findByText('Copied.');
  await expect.poll(() => navigator.clipboard.readText()).toBe('pedwar-carw');
  // As over plain HTTP.
  Reflect.deleteProperty(navigator, 'clipboard');
  await press('Copy');
  await within(dialog).findByText(/^Selected:/);
  await expect.poll(() => getSelection()?.toString()).toBe('pedwar-carw');
  await user.keyboard('{Escape}{Escape}');
  await within(dialog).findByText('Only Done closes this.');
  await press('Done');
  await expectNoDialog();
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(NEW_EMAIL));
  expect(typedEmail()).toBe('');
  await findInRow('élin@race.local', 'One-time password');
  expect(document.body.textContent).not.toContain('pedwar-carw');
});

describe('changing an account', () => {
  test('another role says what it may do, and asks first', async () => {
    const opened = await openAccounts();
    const { wire, user, press } = opened;
    accept(wire, 'POST /organisers/:email/role', { ...LLAI, role: 'medical' });
    expect(within(await findRow('sian@race.local')).queryByRole('button')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Role of llai@race.local'), 'Medical');
    const dialog = await screen.findByRole('dialog', { name: 'Medical for llai@race.local?' });
    within(dialog).getByText(/^Sees contacts and medical notes/);
    await user.keyboard('{Escape}');
    await expectNoDialog();
    expect(roleOf('llai@race.local')).toBe('admin');
    expect(wire.sent('POST /organisers/:email/role')).toEqual([]);

    await user.selectOptions(screen.getByLabelText('Role of llai@race.local'), 'Medical');
    await press('Give this role');
    await screen.findByText('llai@race.local has the role Medical now.');
    await expectNoDialog();
    expect(roleOf('llai@race.local')).toBe('medical');
    expect(wire.sent('POST /organisers/:email/role')).toMatchObject([
      { path: '/organisers/llai%40race.local/role', body: { role: 'medical' } },
    ]);
  });

  test('disabling is asked first; enabling lets in again', async () => {
    const opened = await openAccounts();
    const { wire, user, press } = opened;
    accept(wire, 'POST /organisers/:email/disable', { ...COLL, disabled: true });
    await pressIn(opened, 'coll@race.local', 'Disable');
    await screen.findByRole('dialog', { name: 'Disable coll@race.local?' });
    expect(wire.sent('POST /organisers/:email/disable')).toEqual([]);
    await press('Disable');
    await findInRow('coll@race.local', 'Disabled');
    await expectNoDialog();
    expect(focusedText()).toBe('Enable coll@race.local');
    accept(wire, 'POST /organisers/:email/enable', COLL);
    await user.keyboard('{Enter}');
    await findInRow('coll@race.local', 'Active');
    await screen.findByText('coll@race.local may sign in again.');
  });
});

test('losing the right closes an open screen at the next call', async () => {
  const { wire, fill, press } = await openAccounts();
  screen.getByRole('link', { name: 'Setup' });
  const expiresAt = Date.now() + 3_600_000;
  const who = { email: 'sian@race.local', expiresAt, mustChangePassword: false } as const;
  wire.answer('GET /auth/me', { ...who, role: 'registration' });
  wire.answer('POST /organisers', refuse(403, { error: 'This needs all rights.' }));
  await fill(NEW_EMAIL, 'x@race.local');
  await press('Add account');
  await screen.findByText(LIMITED);
  await expect.poll(() => screen.queryByRole('link', { name: 'Setup' })).toBeNull();
});

const OWN_EMAIL = 'sian@race.local';
const WRONG = 'This code is not right, or was used already.';
const NEEDS_CODE = refuse(401, { error: 'Enter the code.', code: 'second-factor' });
const waitForFocus = (label: string): Promise<void> =>
  waitFor(() => expect(focusedLabel()).toBe(label));

test('an account that asks for a code is asked for it at the login, once the password is right', async () => {
  const { wire, user, fill } = await openScreen('/login', { isSignedOut: true });
  expect(screen.queryByLabelText('Code')).toBeNull();
  wire.answer('POST /auth/login', NEEDS_CODE);
  await fill('Email', OWN_EMAIL);
  await fill('Password', 'hwn');
  await user.keyboard('{Enter}');
  await waitForFocus('Code');
  expect(screen.queryByText('Enter the code.')).toBeNull();
  screen.getByText(/If the app is lost, .* can reset your password, .*npm run organiser -- reset/);
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
    { email: OWN_EMAIL, password: 'hwn' },
    { email: OWN_EMAIL, password: 'hwn', code: '000000' },
    { email: OWN_EMAIL, password: 'haf' },
    { email: OWN_EMAIL, password: 'haf', code: '123456' },
  ]);
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
  await opened.user.click(screen.getByRole('button', { name: OWN_EMAIL }));
  await opened.press('Code at sign-in…');
  await screen.findByRole('dialog', { name: 'Code at sign-in' });
  const code = await screen.findByLabelText('Code');
  expect(code.closest('[tabindex="-1"]')).toBe(document.activeElement);
  return opened;
}

test('codes for one’s own account are switched on with the password and a code', async () => {
  const { wire, fill, press } = await openCodes();
  screen.getByTitle('QR code for an authenticator app');
  expect(screen.getByTestId('second-factor-secret').textContent).toBe(
    'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
  );
  const errors = [{ field: 'code', message: WRONG }];
  wire.answer('POST /auth/second-factor', refuse(400, { error: WRONG, errors }));
  await fill('Current password', 'hwn');
  await fill('Code', '000000');
  await press('Turn on sign-in codes');
  await screen.findByText(WRONG);
  wire.answer('POST /auth/second-factor', { ...describeWho(), token: 'next token' });
  await fill('Code', '123456');
  await press('Turn on sign-in codes');
  await screen.findByText(
    /^Your sign-in now asks for a code\. All your other screens are signed out/,
  );
  expect(wire.sent('POST /auth/second-factor').at(-1)?.body).toEqual({
    password: 'hwn',
    code: '123456',
    secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  });
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('one’s own password is changed from any screen', async () => {
  const { wire, user, fill, press } = await openScreen('/accounts', {
    prepare: (before) => before.answer('GET /organisers', []),
  });
  await user.click(screen.getByRole('button', { name: OWN_EMAIL }));
  await screen.findByRole('dialog', { name: 'Change your password' });
  wire.answer('POST /auth/password', { ...describeWho(), token: 'own token' });
  await fill('Current password', 'hen');
  await fill('New password', 'mynydd uwch y môr');
  await user.keyboard('{Enter}');
  const done = await screen.findByText(/^Your password is changed\./);
  expect(document.activeElement).toBe(done);
  expect(wire.sent('POST /auth/password').map(({ body }) => body)).toEqual([
    { password: 'hen', newPassword: 'mynydd uwch y môr' },
  ]);
  await press('Done');
  await expectNoDialog();
});
