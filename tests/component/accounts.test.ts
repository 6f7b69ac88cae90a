import { screen, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { OrganiserEntry, OrganiserReply } from '#shared/wire/auth-api.ts';

import type { CallName } from './support/wire-calls.ts';
import { type FakeWire, refuse } from './support/fake-wire.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './support/open-screen.tsx';
import { expectNoDialog } from './support/on-screen.ts';

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
