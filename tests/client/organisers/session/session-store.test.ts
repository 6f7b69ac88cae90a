import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { SessionStore } from '#client/organisers/session/session-store.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listenInTest } from '#tests/support/listen.ts';

const ENDED = { status: 401, body: { error: 'This session has ended.' } };

const admit = (name: string, mustChangePassword = false) => ({
  status: 200,
  body: { email: `${name}@race.local`, role: 'admin', mustChangePassword, expiresAt: 0 },
});

/** A server with an answer for each token, decided at the request and sent once `gate` is open. */
async function openServer() {
  const state = { isUp: true, asked: 0, gate: Promise.resolve() };
  const answers = new Map<string, typeof ENDED | ReturnType<typeof admit>>([['ann', admit('ann')]]);
  // Otherwise the server might close an idle connection just as the page sends on it.
  const http = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (!state.isUp) {
      request.destroy();
      return;
    }
    if (request.url === '/auth') {
      response.setHeader('Content-Type', 'application/json').end('{"provider":"local"}');
      return;
    }
    const { status, body } = answers.get(String(request.headers[AUTH_HEADER])) ?? ENDED;
    state.asked += 1;
    void state.gate.then(() =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  return Object.assign(state, { answers, port: await listenInTest(http) });
}

/** A browser with this token, whose provider takes a password as the next one, and a server that knows `ann`. */
async function open(token?: string) {
  const server = await openServer();
  const browser = { token, gate: Promise.resolve(), changeElsewhere: (): void => undefined };
  const timers = new ManualTimers();
  const store = new SessionStore({
    timers,
    origin: `http://127.0.0.1:${server.port}`,
    createProvider: async () => ({
      kind: 'local',
      isOut: async () => {
        const isOut = browser.token === undefined;
        await browser.gate;
        return isOut;
      },
      findToken: async () => browser.token,
      explainRefusal: async ({ message }) => new Error(`Explained: ${message}`),
      signIn: async (_email, password) => void (browser.token = password),
      signOut: async () => void (browser.token = undefined),
      watch: (onChange) => (browser.changeElsewhere = onChange),
    }),
  });
  return { server, browser, timers, store };
}

async function openSignedIn() {
  const opened = await open('ann');
  await opened.store.start();
  expect(opened.store.getSnapshot()).toEqual(signedIn('ann'));
  return opened;
}

const signedIn = (name: string) => ({
  kind: 'signed-in',
  mustChangePassword: false,
  organiser: { email: `${name}@race.local`, role: 'admin' },
});

test('without a server it shows the problem and retries, one attempt at a time', async () => {
  const { server, store, timers } = await open('ann');
  server.isUp = false;
  await store.start();
  await store.start();
  expect(store.getSnapshot()).toEqual({
    kind: 'loading',
    problem: expect.stringContaining('cannot be reached') as string,
  });
  expect(timers.pending).toBe(1);
  server.isUp = true;
  timers.advance(3_000);
  await eventually(() => expect(store.getSnapshot()).toEqual(signedIn('ann')));
  expect(timers.pending).toBe(0);
});

test('a user of the provider who is no organiser is signed out there', async () => {
  const { server, browser, store } = await open();
  server.answers.set('stranger', { status: 403, body: { error: 'Not on the list.' } });
  await expect(store.signIn('x@race.local', 'stranger')).rejects.toThrow(
    'Explained: Not on the list.',
  );
  expect(browser.token).toBeUndefined();
  expect(store.getSnapshot()).toEqual({ kind: 'signed-out' });
});

test('a late answer to the older of two requests is ignored', async () => {
  const { server, browser, store } = await open('ann');
  const late = new Gate();
  server.gate = late.passed;
  const first = store.start();
  await eventually(() => expect(server.asked).toBe(1));
  server.gate = Promise.resolve();
  server.answers.set('bob', admit('bob'));
  browser.token = 'bob';
  await store.start();
  late.open();
  await first;
  expect(store.getSnapshot()).toEqual(signedIn('bob'));
});

test('a late answer of the provider that nobody is signed in does not undo a sign-in since', async () => {
  const { browser, store } = await open();
  const late = new Gate();
  browser.gate = late.passed;
  const first = store.start();
  await eventually(() => expect(store.providerKind).toBe('local'));
  await store.signIn('ann@race.local', 'ann');
  late.open();
  await first;
  expect(store.getSnapshot()).toEqual(signedIn('ann'));
});

test('a refused call of a replaced session ends nothing', async () => {
  const { server, browser, store } = await openSignedIn();
  const late = new Gate();
  server.gate = late.passed;
  browser.token = 'over';
  const save = store.calls.get('/apiadmin');
  await eventually(() => expect(server.asked).toBe(2));
  browser.token = 'ann';
  late.open();
  await expect(save).resolves.toMatchObject({ role: 'admin' });
  expect(store.getSnapshot()).toEqual(signedIn('ann'));
});

test('[SO4] a session ends with the reason the server gives when it is asked', async () => {
  const { server, store } = await openSignedIn();
  server.answers.set('ann', { status: 403, body: { error: 'This account is disabled.' } });
  await store.check();
  expect(store.getSnapshot()).toMatchObject({ kind: 'ended', reason: 'This account is disabled.' });
});

test('[SO4] a call that the end of the session refuses is sent again after the next sign-in', async () => {
  const { server, store } = await openSignedIn();
  server.answers.set('ann', { status: 401, body: { error: 'Signed out.' } });
  const save = store.calls.get('/apiadmin');
  await eventually(() => expect(store.getSnapshot().kind).toBe('ended'));
  server.answers.set('ann', admit('ann'));
  await store.signInAgain('ann');
  await expect(save).resolves.toMatchObject({ role: 'admin' });
});

test('a call that was refused late is not sent again in the name of the next organiser', async () => {
  const { server, browser, store } = await openSignedIn();
  const late = new Gate();
  server.gate = late.passed;
  browser.token = 'over';
  const save = store.calls.get('/apiadmin');
  await eventually(() => expect(server.asked).toBe(2));
  server.gate = Promise.resolve();
  await store.signOut();
  server.answers.set('bob', admit('bob'));
  await store.signIn('bob@race.local', 'bob');
  late.open();
  await expect(save).rejects.toThrow('This session has ended.');
  expect(store.getSnapshot()).toEqual(signedIn('bob'));
});

test('a sign-out in another tab closes the screen, also where the server’s refusal comes first', async () => {
  const { server, browser, store } = await openSignedIn();
  server.answers.delete('ann');
  await store.check();
  expect(store.getSnapshot().kind).toBe('ended');
  browser.token = undefined;
  browser.changeElsewhere();
  await eventually(() => expect(store.getSnapshot()).toEqual({ kind: 'signed-out' }));
});

test('a screen that waits while somebody else signs in and out keeps waiting', async () => {
  const { server, browser, store } = await openSignedIn();
  server.answers.set('bob', admit('bob'));
  browser.token = 'bob';
  browser.changeElsewhere();
  await eventually(() => expect(store.getSnapshot().kind).toBe('ended'));
  browser.token = undefined;
  browser.changeElsewhere();
  await store.start();
  expect(store.getSnapshot()).toMatchObject({
    kind: 'ended',
    organiser: { email: 'ann@race.local' },
  });
});

test('[SO4] a server that cannot be reached ends nothing', async () => {
  const { server, store } = await openSignedIn();
  server.isUp = false;
  await store.check();
  await expect(store.calls.get('/apiadmin')).rejects.toThrow('cannot be reached');
  expect(store.getSnapshot()).toEqual(signedIn('ann'));
});

test('a one-time password of somebody else takes no screen away', async () => {
  const { server, browser, store } = await openSignedIn();
  server.answers.set('bob', admit('bob', true));
  browser.token = 'bob';
  browser.changeElsewhere();
  await eventually(() => expect(store.getSnapshot().kind).toBe('ended'));
  expect(store.getSnapshot()).toMatchObject({
    organiser: { email: 'ann@race.local' },
    mustChangePassword: false,
  });
});
