import type { Page, Worker } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import type { PushMessage } from '#shared/wire/push-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { PushBrowser } from '#tests/support/push-service.ts';

import { openPage } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([], { pageTitle: 'Ras Beca' });
});

const MESSAGE: PushMessage = {
  tag: 'heledd:0',
  about: 'heledd',
  title: 'Ras Beca',
  body: 'Heledd Puw passed Bedd Morris, 41st',
  language: 'en',
  address: '/runner/heledd',
  stop: 'Stop alerts',
};

/** The notifications the worker asked for. The tests' browser has none, and never allows them. */
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: unknown;
}

let page: Page;
let worker: Worker;
let deliver: (data: unknown) => Promise<unknown>;

beforeEach(async () => {
  ({ page } = await openPage(browser, { serviceWorkers: 'allow' }));
  const context = page.context();
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(race.url));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.goto(race.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const registrationId = await registered;
  const [found] = context.serviceWorkers();
  if (!found) throw new Error('There is no worker.');
  worker = found;
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      ExtendableEvent: { prototype: { waitUntil: (promise: Promise<unknown>) => void } };
      shown: unknown[];
      dealtWith: number;
    };
    scope.shown = [];
    scope.dealtWith = 0;
    const { prototype } = scope.ExtendableEvent;
    const { waitUntil } = prototype;
    prototype.waitUntil = function wait(promise) {
      waitUntil.call(this, promise);
      void promise.finally(() => (scope.dealtWith += 1));
    };
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options });
  });
  deliver = (data) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: race.url,
      registrationId,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    });
});

/** How many messages and other events the worker is through with. */
function countDealtWith(): Promise<number> {
  return worker.evaluate(() => (globalThis as unknown as { dealtWith: number }).dealtWith);
}

function listShown(): Promise<Shown[]> {
  return worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
}

/** The subscribers who are told of a passing of Heledd. */
async function listFollowers(name: string): Promise<readonly string[]> {
  const { epoch } = await race.store.readHead();
  const passing = { epoch, name, lastName: 'heledd:finish', runnerId: 'heledd', club: '' };
  return race.store.push.claim(passing);
}

test('a message is shown while nobody looks at the page, with its button', async () => {
  // It is on its way when the browser says so, and the worker looks who looks only when it comes.
  await deliver(MESSAGE);
  await expect.poll(() => countDealtWith()).toBe(1);
  await page.goto(`${race.url}/login`);
  // Anything that is not a message, or one of another release, is ignored.
  await deliver('nonsense');
  await deliver({ title: 'Of another release' });
  await deliver({ ...MESSAGE, body: 'Heledd Puw finished: 1:02:03, 12th' });
  await eventually(async () => expect(await listShown()).not.toEqual([]));
  await expect
    .poll(() => listShown())
    .toEqual([
      {
        title: 'Ras Beca',
        body: 'Heledd Puw finished: 1:02:03, 12th',
        tag: 'heledd:0',
        lang: 'en',
        icon: '/icon-192.png',
        data: { address: '/runner/heledd' },
        actions: [{ action: 'stop', title: 'Stop alerts' }],
      },
    ]);
});

test('a press opens the runner’s page, and the button ends all messages here and at the server', async () => {
  const { endpoint } = new PushBrowser({ origin: 'https://fcm.googleapis.com' }, 'a');
  const record = {
    endpoint,
    p256dh: 'p',
    auth: 'a',
    language: 'en',
    runners: ['heledd'],
    clubs: [],
  };
  await race.store.push.put(record);

  /** The effect of a press: a browser opens a window only for a real one, and this one has no push service. */
  const press = (action: string, address: string): Promise<string[]> =>
    worker.evaluate(
      async ([action, address, endpoint]) => {
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
          clients: { openWindow: (url: string) => Promise<void> };
        };
        const done: string[] = [];
        scope.clients.openWindow = async (url) => void done.push(`opened ${url}`);
        scope.registration.pushManager.getSubscription = async () =>
          ({ endpoint, unsubscribe: async () => done.push('unsubscribed') }) as never;
        const waiting: Promise<unknown>[] = [];
        const pressed = Object.assign(new Event('notificationclick'), {
          action,
          notification: { data: { address }, close: () => done.push('closed') },
          waitUntil: (promise: Promise<unknown>) => waiting.push(promise),
        });
        dispatchEvent(pressed);
        await Promise.all(waiting);
        return done;
      },
      [action, address, endpoint],
    );
  const opened = await press('', '/runner/heledd');
  expect(opened).toEqual(['closed', `opened ${race.url}/runner/heledd`]);
  const elsewhere = await press('', 'https://elsewhere.example/');
  expect(elsewhere).toEqual(['closed']);
  const stopped = await press('stop', '/runner/heledd');
  expect(stopped).toEqual(['closed', 'unsubscribed']);
  await expect.poll(() => listFollowers('heledd:0')).toEqual([]);
});
