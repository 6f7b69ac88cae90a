import { expect, onTestFinished, test, vi } from 'vitest';

import { renewPush, showPush, stopPush } from '#client/worker/show-push.ts';
import type { WorkerScope } from '#client/worker/worker-scope.ts';

const MESSAGE = {
  tag: 'overdue runner:mair',
  title: 'Race control',
  body: '306 Mair is overdue',
  language: 'en',
  address: '/control?item=runner%3Amair',
  stop: 'Stop these alarms',
};

/** The worker at a scope, while somebody looks at the results. */
function openWorker(scope: string) {
  const kept: string[] = [];
  const calls: string[] = [];
  const shown: NotificationOptions[] = [];
  vi.stubGlobal('Notification', { maxActions: 2 });
  vi.stubGlobal('caches', {
    match: () => Promise.resolve(undefined),
    open: () => Promise.resolve({ put: (address: string) => Promise.resolve(kept.push(address)) }),
  });
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const origin = 'https://race.example';
  const subscription = { endpoint: 'https://push.example/1', unsubscribe: async () => true };
  const worker = {
    location: { origin },
    registration: {
      scope: `${origin}${scope}`,
      pushManager: { getSubscription: async () => subscription },
      showNotification: async (_title: string, options: NotificationOptions) =>
        void shown.push(options),
    },
    clients: { matchAll: async () => [{ url: `${origin}/`, visibilityState: 'visible' }] },
  } as unknown as WorkerScope;
  return { worker, kept, calls, shown };
}

test('an alarm is shown whatever page is visible, stays until it is pressed, and its button ends alarms only', async () => {
  const { worker, kept, calls, shown } = openWorker('/control');
  await showPush(worker, MESSAGE);
  expect(shown).toMatchObject([{ requireInteraction: true, data: { address: MESSAGE.address } }]);
  // It takes a sign-in, which no worker has.
  await renewPush(worker);
  expect(calls).toEqual([]);
  await stopPush(worker);
  expect([kept, calls]).toEqual([['/push/kept-alarms'], ['/push/unsubscribe']]);

  const news = openWorker('/');
  await showPush(news.worker, MESSAGE);
  expect(news.shown).toEqual([]);
  await stopPush(news.worker);
  expect(news.kept).toEqual(['/push/kept']);
});

test('a dropped subscription is renewed with the same followed people, and nobody is subscribed who was not', async () => {
  const order = { runners: ['heledd'], clubs: ['Strumble Striders'], language: 'cy' };
  const address = { endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } };
  const sent: unknown[] = [];
  const { worker } = openWorker('/');
  const renew = async (kept: object | undefined): Promise<void> => {
    vi.stubGlobal('caches', {
      match: async () => kept && Response.json(kept),
      open: async () => ({ put: async () => undefined }),
    });
    vi.stubGlobal('fetch', async (path: string, init?: { readonly body: string }) => {
      if (path === '/push/key') return Response.json({ publicKey: 'AQID' });
      sent.push([path, JSON.parse(init?.body ?? '')]);
      return new Response(null, { status: 204 });
    });
    const pushManager = {
      getSubscription: async () => null,
      subscribe: async () => ({ toJSON: () => address }),
    };
    const registration = { scope: worker.registration.scope, pushManager };
    await renewPush({ ...worker, registration } as unknown as WorkerScope);
  };
  await renew(undefined);
  await renew({ isWanted: false, order });
  expect(sent).toEqual([]);
  await renew({ isWanted: true, order });
  expect(sent).toEqual([['/push/subscribe', { ...order, ...address }]]);
});
