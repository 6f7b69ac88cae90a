import { expect, onTestFinished, test, vi } from 'vitest';

const ORIGIN = 'https://race.example';
const MESSAGE = {
  tag: 'heledd:0',
  title: 'Ras Beca',
  body: 'Heledd Puw passed Bedd Morris, 41st',
  language: 'en',
  address: '/runner/heledd',
  stop: 'Stop alerts',
};

/** Runs the worker at a scope, while the page `seen` is visible; returns functions that fire events, with its actions. */
async function runWorker(scope: string, seen = '/') {
  const listeners = new Map<string, (event: object) => void>();
  const done: unknown[] = [];
  const subscription = {
    endpoint: 'https://push.example/1',
    unsubscribe: async () => done.push('unsubscribed'),
  };
  const globals = {
    __RELEASE__: { shell: '/', parts: [] },
    Notification: { maxActions: 2 },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    location: { origin: ORIGIN },
    registration: {
      scope: `${ORIGIN}${scope}`,
      pushManager: {
        getSubscription: async () => subscription,
      },
      showNotification: async (title: string, options: object) => done.push({ title, ...options }),
    },
    clients: {
      matchAll: async () => [{ url: `${ORIGIN}${seen}`, visibilityState: 'visible' }],
      openWindow: async (url: string) => done.push(`opened ${url}`),
    },
    caches: {
      open: async () => ({ put: async (address: string) => done.push(`kept ${address}`) }),
    },
    fetch: async (path: string, init?: { readonly body: string }) => {
      done.push([path, JSON.parse(init?.body ?? '')]);
      return new Response(null, { status: 204 });
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  await import('#client/worker/service-worker.ts');
  /** Fires an event, and returns the worker's actions. */
  const fire = async (name: string, event: object = {}): Promise<unknown[]> => {
    const waiting: Promise<unknown>[] = [];
    done.length = 0;
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waiting.push(work) });
    await Promise.all(waiting);
    return [...done];
  };
  return {
    push: (message: object) => fire('push', { data: { json: () => message } }),
    press: (action: string, address = MESSAGE.address) =>
      fire('notificationclick', {
        action,
        notification: { data: { address }, close: () => done.push('closed') },
      }),
  };
}

test('a message is shown with its button while no results are visible', async () => {
  const { push } = await runWorker('/', '/login');
  const { title, body, tag } = MESSAGE;
  expect(await push(MESSAGE)).toEqual([
    {
      title,
      body,
      tag,
      lang: 'en',
      icon: '/icon-192.png',
      data: { address: '/runner/heledd' },
      actions: [{ action: 'stop', title: 'Stop alerts' }],
    },
  ]);
  const looked = await runWorker('/');
  expect(await looked.push(MESSAGE)).toEqual([]);
});

test('a press opens the message’s page, only of this origin, and the button ends all messages', async () => {
  const { press } = await runWorker('/');
  expect(await press('')).toEqual(['closed', `opened ${ORIGIN}/runner/heledd`]);
  expect(await press('', 'https://elsewhere.example/')).toEqual(['closed']);
  const stopped = await press('stop');
  expect(stopped).toEqual([
    'closed',
    'kept /push/kept',
    'unsubscribed',
    ['/push/unsubscribe', { endpoint: 'https://push.example/1' }],
  ]);
});

test('an alarm is shown over any page, stays until it is pressed, and its button ends only alarms', async () => {
  const { push, press } = await runWorker('/control');
  expect(await push(MESSAGE)).toMatchObject([{ requireInteraction: true }]);
  expect(await press('stop')).toContain('kept /push/kept-alarms');
});
