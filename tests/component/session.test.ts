import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';

import { type FakeWire, refuse, UNREACHABLE } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { provideSkipTime } from './support/skip-time.ts';
import {
  acceptLogin,
  describeWho,
  expectNoDialog,
  focusedLabel,
  valueOf,
} from './support/on-screen.ts';

const SESSION_KEY = 'splitcast.session';
const NEW_EMAIL = 'Email of the new organiser';
const TYPED = 'new@race.local';
const WRONG =
  'The e-mail address or the password is not right. An organiser with all rights can reset a forgotten password.';
const ENDED = refuse(401, { error: 'Sign in first, or again: this session has ended.' });

/** The session ends without the page's doing, and it is told. */
function endSession(wire: FakeWire): void {
  wire.answer('GET /auth/me', ENDED);
  wire.push('signedOut');
}

/** Another tab of the browser says that somebody signed out, or gives the name of another session. */
function sayElsewhere(newValue: 'left' | 'their session'): void {
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue }));
}

/** The accounts, with a form half filled in. */
async function fillForm(): Promise<OpenScreen> {
  const opened = await openScreen('/accounts', {
    prepare: (wire) => wire.answer('GET /organisers', []),
  });
  await opened.fill(NEW_EMAIL, TYPED);
  return opened;
}
const findDialog = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });
/** The dialog that asks for the password, once that can be typed. */
async function findSignIn(): Promise<HTMLElement> {
  const dialog = await findDialog('Sign in again');
  await waitFor(() => expect(focusedLabel()).toBe('Password'));
  return dialog;
}

/** The field has the focus, and typing replaces its text. */
async function expectSelected(label: string): Promise<void> {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  await waitFor(() => {
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  });
}

/** Types into what has the focus, and sends it. */
async function enter({ user }: OpenScreen, text: string): Promise<void> {
  await user.paste(text);
  await user.keyboard('{Enter}');
}

describe('[SO4] a session that ends while a form is filled in', () => {
  test('continues after the password with the typed text', async () => {
    const opened = await fillForm();
    const { wire, user } = opened;
    endSession(wire);
    const dialog = within(await findSignIn());
    const email = dialog.getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['sian@race.local', true]);
    await user.keyboard('{Escape}{Escape}{Escape}');
    wire.answer('POST /auth/login', refuse(401, { error: WRONG }));
    await enter(opened, 'nid hwn');
    await dialog.findByText(WRONG);
    await expectSelected('Password');
    acceptLogin(wire);
    await enter(opened, 'hwn');
    await expectNoDialog();
    expect(valueOf(NEW_EMAIL)).toBe(TYPED);
    expect(focusedLabel()).toBe(NEW_EMAIL);
  });

  test('is noticed by the save itself, which is made after the password', async () => {
    const opened = await fillForm();
    const { wire, user, press } = opened;
    wire.answer('GET /auth/me', ENDED);
    wire.answer('POST /organisers', ENDED);
    await user.keyboard('{Enter}');
    await findSignIn();
    acceptLogin(wire);
    await enter(opened, 'hwn');
    await expectNoDialog();
    wire.answer('POST /organisers', refuse(409, { error: 'There is such an account.' }));
    await press('Add account');
    await screen.findByText('There is such an account.');
    expect(wire.sent('POST /organisers').at(-1)?.body).toMatchObject({ email: TYPED });
  });

  test('is left only after a warning about unsaved changes', async () => {
    const { wire, user, press } = await fillForm();
    wire.answer('POST /auth/logout', undefined);
    endSession(wire);
    await press('Sign out…');
    const dialog = within(await findDialog('Sign out?'));
    dialog.getByText('Unsaved changes will be lost.');
    await user.keyboard('{Enter}');
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Sign out?' })).toBeNull();
    expect(valueOf(NEW_EMAIL)).toBe(TYPED);
    await press('Sign out…');
    const leave = within(await findDialog('Sign out?'));
    await user.click(leave.getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('link', { name: 'Login' });
    await expect.poll(() => screen.queryByLabelText(NEW_EMAIL)).toBeNull();
  });
});

describe('two tabs of one browser', () => {
  test('signing out in one signs out the other', async () => {
    await fillForm();
    sayElsewhere('left');
    await screen.findByRole('link', { name: 'Login' });
    await expect.poll(() => screen.queryByLabelText(NEW_EMAIL)).toBeNull();
  });

  test('a screen is not handed to somebody else', async () => {
    const { wire } = await fillForm();
    wire.answer('GET /auth/me', describeWho({ email: 'arall@race.local' }));
    sayElsewhere('their session');
    const dialog = within(await findDialog('Sign in again'));
    await dialog.findByText(
      /^arall@race\.local has signed in at this browser\. .* what you typed is lost then\.$/,
    );
    expect(valueOf(NEW_EMAIL)).toBe(TYPED);
  });
});

test.each([
  ['/admin', 'GET /apiadmin'],
  ['/changes', 'GET /apiadmin/changes'],
] as const)('%s sends no calls once its session is over', async (path, call) => {
  const skipTime = provideSkipTime();
  const { wire } = await openScreen(path, {
    prepare: (before) => {
      // Nothing is pushed, so that every list is polled.
      before.isSocketOpen = false;
      before.answer('GET /apiadmin/changes', []);
    },
  });
  const before = wire.sent(call).length;
  for (let polls = 0; polls < 2; polls += 1) await skipTime(ADMIN_POLL_MS);
  expect(wire.sent(call).length).toBeGreaterThan(before);
  wire.answer('GET /auth/me', ENDED);
  wire.answer(call, ENDED);
  await skipTime(2 * ADMIN_POLL_MS);
  await findDialog('Sign in again');
  const calls = wire.countCalls();
  await skipTime(4 * ADMIN_POLL_MS);
  expect(wire.countCalls()).toBe(calls);
});

test('signed out a screen shows just the Login link, which leads back there', async () => {
  await openScreen('/accounts', { isSignedOut: true });
  const link = await screen.findByRole('link', { name: 'Login' });
  expect(document.body.textContent).toBe(screen.getByRole('main').textContent);
  expect(link.getAttribute('href')).toBe('/login?next=%2Faccounts');
});

const openLogin = (search = ''): Promise<OpenScreen> =>
  openScreen(`/login${search}`, { isSignedOut: true });

async function typeLogin(opened: OpenScreen, password = 'hwn'): Promise<void> {
  await opened.fill('Email', ' siân@race.local');
  await opened.fill('Password', password);
  await opened.user.keyboard('{Enter}');
}

describe('/login', () => {
  test('says which field is empty, and sends nothing', async () => {
    const { wire, user } = await openLogin();
    await user.keyboard('{Enter}');
    await screen.findByText('Enter your e-mail address.');
    screen.getByText('Enter your password.');
    expect(focusedLabel()).toBe('Email');
    expect(wire.sent('POST /auth/login')).toEqual([]);
  });

  test('says what to allow in a browser without cookies', async () => {
    const opened = await openLogin();
    opened.wire.answer('GET /auth/me', ENDED);
    opened.wire.answer('POST /auth/login', { ...describeWho(), token: 'lost' });
    opened.wire.answer('POST /auth/logout', undefined);
    await typeLogin(opened);
    const hint = `Allow cookies for ${location.host}, then try again.`;
    expect(await screen.findByText(`This browser does not stay signed in. ${hint}`)).not.toBeNull();
  });
});

describe('a sign-out without a network', () => {
  test('holds after the page is opened again, and ends the session once there is one', async () => {
    const skipTime = provideSkipTime();
    const first = await openScreen('/conf');
    first.wire.answer('POST /auth/logout', UNREACHABLE);
    await first.press('Sign out');
    await screen.findByRole('link', { name: 'Login' });
    expect(localStorage.getItem(SESSION_KEY)).toBe('left');
    await skipTime(3_000);
    expect(first.wire.sent('POST /auth/logout')).toHaveLength(2);
    first.wire.answer('POST /auth/logout', undefined);
    await skipTime(3_000);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    await skipTime(30_000);
    expect(first.wire.sent('POST /auth/logout')).toHaveLength(3);
  });

  test('waits for a page that cannot reach the server: nobody comes back as signed in', async () => {
    localStorage.setItem(SESSION_KEY, 'left');
    const skipTime = provideSkipTime();
    const { wire } = await openScreen('/conf', {
      keepsLoading: true,
      prepare: (before) => before.answer('POST /auth/logout', UNREACHABLE),
    });
    await screen.findByText(/^The server cannot be reached\./);
    wire.answer('POST /auth/logout', undefined);
    await skipTime(3_000);
    await screen.findByRole('link', { name: 'Login' });
    expect(wire.sent('GET /auth/me')).toEqual([]);
  });

  test('comes before the next person’s sign-in, whose cookie it would remove', async () => {
    const opened = await openScreen('/conf');
    const { wire, press, user } = opened;
    wire.answer('POST /auth/logout', UNREACHABLE);
    await press('Sign out');
    await user.click(await screen.findByRole('link', { name: 'Login' }));
    const told: string[] = [];
    wire.answer('POST /auth/logout', () => void told.push('out'));
    acceptLogin(wire);
    await typeLogin(opened);
    await screen.findByRole('heading', { name: 'Config' });
    expect(told).toEqual(['out']);
    expect(localStorage.getItem(SESSION_KEY)).not.toBe('left');
  });
});

test('a one-time password is replaced before anything else, or later after signing out', async () => {
  const { wire, press } = await openScreen('/conf', {
    prepare: (before) => {
      before.answer('GET /auth/me', describeWho({ mustChangePassword: true }));
      before.answer('POST /auth/logout', undefined);
    },
  });
  screen.getByRole('heading', { name: 'New password' });
  expect(wire.sent('GET /webconfig')).toEqual([]);
  await press('Sign out');
  await screen.findByRole('link', { name: 'Login' });
});
