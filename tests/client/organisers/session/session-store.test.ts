import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { Session } from '#client/organisers/session/session.ts';
import { SessionStore } from '#client/organisers/session/session-store.ts';
import { eventually } from '#tests/support/eventually.ts';

import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { SessionServer, TestProvider } from '#tests/client/support/session-server.ts';

const ADMIN = { kind: 'signed-in', mustChangePassword: false } as const;

/** A browser with this token, and a server that knows `ann`. */
async function open(token?: string) {
  const server = await new SessionServer().start();
  server.admit('ann');
  const provider = new TestProvider();
  provider.token = token;
  const timers = new ManualTimers();
  const store = new SessionStore({
    timers,
    origin: server.origin,
    createProvider: () => Promise.resolve(provider),
  });
  return { server, provider, timers, store };
}

/** The same, with ann at a screen. */
async function openSignedIn() {
  const opened = await open('ann');
  await opened.store.start();
  expect(opened.store.getSnapshot()).toEqual(signedIn('ann'));
  return opened;
}

function signedIn(name: string, role = 'admin') {
  return { ...ADMIN, organiser: { email: `${name}@race.local`, role } };
}

async function expectKind(store: SessionStore, kind: Session['kind']): Promise<void> {
  await eventually(() => expect(store.getSnapshot().kind).toBe(kind));
}

describe('loading, then a signed-in user or none', () => {
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
    await expectKind(store, 'signed-in');
    expect(timers.pending).toBe(0);
  });
});

describe('signing in', () => {
  test('a user of the provider who is no organiser is signed out there', async () => {
    const { server, provider, store } = await open();
    server.refuse('stranger', 403, { error: 'Not on the list.' });
    await expect(store.signIn('x@race.local', 'stranger')).rejects.toThrow(
      'Explained: Not on the list.',
    );
    expect(provider.token).toBeUndefined();
    expect(store.getSnapshot()).toEqual({ kind: 'signed-out' });
  });
});

test('signing out works here at once, and at the provider is retried until it answers', async () => {
  const { provider, store, timers } = await openSignedIn();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => {
    warn.mockRestore();
  });
  let tries = 0;
  provider.signOut = () => {
    tries += 1;
    return tries < 3 ? Promise.reject(new Error('The storage is full.')) : Promise.resolve();
  };
  await expect(store.signOut()).resolves.toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
  expect(store.getSnapshot()).toEqual({ kind: 'signed-out' });
  for (const tried of [2, 3]) {
    await eventually(() => expect(timers.pending).toBe(1));
    timers.advance(3_000);
    await eventually(() => expect(tries).toBe(tried));
  }
  await eventually(() => expect(timers.pending).toBe(0));
});

describe('answers that come too late', () => {
  test('a late answer to the older of two requests is ignored', async () => {
    const { server, provider, store } = await open('ann');
    const release = server.hold();
    const first = store.start();
    await eventually(() => expect(server.asked).toBe(1));
    const releaseAll = server.hold();
    server.admit('bob');
    provider.token = 'bob';
    const second = store.start();
    await eventually(() => expect(server.asked).toBe(2));
    releaseAll();
    await second;
    release();
    await first;
    expect(store.getSnapshot()).toEqual(signedIn('bob'));
  });

  test('a refused call is sent again with the new token', async () => {
    const { server, provider, store } = await openSignedIn();
    server.forget('ann');
    const release = server.hold();
    const save = store.calls.get('/apiadmin');
    await eventually(() => expect(server.asked).toBe(2));
    server.admit('ann/2');
    provider.token = 'ann/2';
    release();
    await expect(save).resolves.toMatchObject({ email: 'ann@race.local' });
    expect(store.getSnapshot()).toEqual(signedIn('ann'));
  });

  test('a refused call of a replaced session ends nothing', async () => {
    const { server, provider, store } = await openSignedIn();
    provider.token = 'over';
    const release = server.hold();
    const save = store.calls.get('/apiadmin');
    await eventually(() => expect(server.asked).toBe(2));
    provider.token = 'ann';
    release();
    await expect(save).resolves.toMatchObject({ role: 'admin' });
    expect(store.getSnapshot()).toEqual(signedIn('ann'));
  });
});

describe('[SO4] a session that ends', () => {
  test('ends with the reason the server gives when it is asked', async () => {
    const { server, store } = await openSignedIn();
    server.refuse('ann', 403, { error: 'This account is disabled.' });
    await store.check();
    expect(store.getSnapshot()).toMatchObject({
      kind: 'ended',
      reason: 'This account is disabled.',
    });
  });

  test('a server that cannot be reached ends nothing', async () => {
    const { server, store } = await openSignedIn();
    server.isUp = false;
    await store.check();
    await expect(store.calls.get('/apiadmin')).rejects.toThrow('cannot be reached');
    expect(store.getSnapshot()).toEqual(signedIn('ann'));
  });
});

test('a refused call notices that the rights have changed', async () => {
  const { server, store } = await openSignedIn();
  server.refuse('ann', 403, { error: 'This needs an organiser with all rights.' });
  const release = server.hold();
  const call = store.calls.get('/organisers');
  await eventually(() => expect(server.asked).toBe(2));
  server.admit('ann', 'registration');
  release();
  await expect(call).rejects.toThrow('all rights');
  await eventually(() => expect(store.getSnapshot()).toEqual(signedIn('ann', 'registration')));
  expect(server.asked).toBe(3);
});

describe('two tabs of one browser', () => {
  test('a one-time password of somebody else takes no screen away', async () => {
    const { server, provider, store } = await openSignedIn();
    server.admit('bob', 'admin', true);
    provider.changeElsewhere('bob');
    await expectKind(store, 'ended');
    store.goOn();
    expect(store.getSnapshot()).toMatchObject({
      kind: 'ended',
      organiser: { email: 'bob@race.local' },
      resumeBy: { kind: 'new-password' },
    });
  });
});
