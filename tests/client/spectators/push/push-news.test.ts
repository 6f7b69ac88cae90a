import { expect, test } from 'vitest';

import type { KeptPush } from '#client/worker/push-subscription.ts';
import { PushNews, type PushParts } from '#client/spectators/push/push-news.ts';
import type { PushEnd, PushOrder } from '#shared/wire/push-api.ts';

import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const KEY = 'AQID';

/** A browser with a push service, as far as a page meets it. */
function openBrowser(given: { permission?: NotificationPermission; hasWorker?: boolean } = {}) {
  const { hasWorker = true } = given;
  const calls: { readonly path: string; readonly body?: PushOrder | PushEnd }[] = [];
  let kept: KeptPush | undefined;
  let made = 0;
  let subscription: PushSubscription | null = null;
  const subscribe = (applicationServerKey: ArrayBuffer): PushSubscription => {
    made += 1;
    const endpoint = `https://push.example/${made}`;
    return {
      endpoint,
      options: { applicationServerKey },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    } as unknown as PushSubscription;
  };
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => (subscription ??= subscribe(new Uint8Array([1, 2, 3]).buffer)),
    },
  } as unknown as ServiceWorkerRegistration;
  const timers = new ManualTimers();
  const browser = {
    calls,
    timers,
    isAway: false,
    permission: given.permission ?? 'granted',
    asked: 0,
    /** As the button of a message does. */
    endElsewhere: () => {
      subscription = null;
      kept = { isWanted: false };
    },
    /** As a browser does by itself. */
    dropSubscription: () => void (subscription = null),
    subscribeBefore: () => void (subscription = subscribe(new ArrayBuffer(3))),
    /** The subscriptions sent to the server; the key is fetched each time. */
    listOrders: () => calls.filter(({ path }) => path !== '/push/key'),
    readEndpoint: () => subscription?.endpoint,
    readKept: () => kept,
    open: (more: Partial<PushParts> = {}) =>
      new PushNews({
        getRegistration: async () => (hasWorker ? registration : undefined),
        untilReady: async () => registration,
        notifications: () => ({
          permission: browser.permission,
          requestPermission: async () => {
            browser.asked += 1;
            return browser.permission;
          },
        }),
        isToBeInstalled: false,
        ask: async (path, body) => {
          if (browser.isAway) throw new TypeError('no network');
          calls.push(body ? { path, body } : { path });
          return path === '/push/key'
            ? Response.json({ publicKey: KEY })
            : new Response(null, { status: 204 });
        },
        kept: { read: async () => kept, write: async (next) => void (kept = next) },
        timers,
        ...more,
      }),
  };
  return browser;
}

const TOPICS = { runners: ['heledd'], clubs: ['Strumble Striders'], language: 'cy' };

test('one press subscribes this browser to everyone followed, another ends it', async () => {
  const browser = openBrowser();
  const news = browser.open();
  news.follow(TOPICS);
  await news.look();
  expect(news.getSnapshot()).toEqual({ state: 'off', isFailed: false });
  await news.turnOn();
  expect(news.getSnapshot()).toEqual({ state: 'on', isFailed: false });
  const keys = { p256dh: 'p', auth: 'a' };
  const endpoint = 'https://push.example/1';
  expect(browser.calls).toEqual([
    { path: '/push/key' },
    { path: '/push/subscribe', body: { endpoint, keys, ...TOPICS } },
  ]);
  await news.turnOff();
  expect(news.getSnapshot()).toEqual({ state: 'off', isFailed: false });
  expect(browser.calls[2]).toEqual({ path: '/push/unsubscribe', body: { endpoint } });
});

test('stars are sent once they settle, not when the server has them, and again after a day', async () => {
  const browser = openBrowser();
  const news = browser.open();
  news.follow(TOPICS);
  await news.turnOn();
  browser.calls.length = 0;
  const more = { ...TOPICS, runners: ['heledd', 'mair'] };
  news.follow({ ...TOPICS, runners: ['mair'] });
  news.follow(more);
  browser.timers.advance(2_000);
  await news.look();
  expect(browser.listOrders().map(({ body }) => body)).toMatchObject([more]);

  const reopened = browser.open();
  reopened.follow(more);
  browser.timers.advance(2_000);
  await reopened.look();
  expect(browser.listOrders()).toHaveLength(1);
  browser.timers.advance(25 * 3_600_000);
  reopened.follow(more);
  browser.timers.advance(2_000);
  await reopened.look();
  expect(browser.listOrders()).toHaveLength(2);

  reopened.follow({ runners: [], clubs: [], language: 'cy' });
  browser.timers.advance(2_000);
  await reopened.look();
  expect(browser.calls.at(-1)?.path).toBe('/push/unsubscribe');
  expect(reopened.getSnapshot().state).toBe('on');
});

test('a browser that cannot, may not, or has to be installed first says so without asking', async () => {
  const plain = openBrowser({ hasWorker: false }).open();
  await plain.look();
  expect(plain.getSnapshot().state).toBe('none');
  const none = openBrowser().open({ notifications: () => undefined });
  await none.look();
  expect(none.getSnapshot().state).toBe('none');
  const denied = openBrowser({ permission: 'denied' });
  const news = denied.open();
  await news.turnOn();
  expect(news.getSnapshot()).toEqual({ state: 'denied', isFailed: false });
  expect(denied.calls).toEqual([]);
  const phone = openBrowser();
  const page = phone.open({ isToBeInstalled: true });
  await page.look();
  expect(page.getSnapshot().state).toBe('install');
  expect(phone.asked).toBe(0);
});

test('a subscription that was dropped, or whose key is gone, is renewed at the next visit', async () => {
  const browser = openBrowser();
  const news = browser.open();
  news.follow(TOPICS);
  await news.turnOn();
  browser.dropSubscription();
  browser.isAway = true;
  const visit = async (): Promise<PushNews> => {
    const page = browser.open();
    page.follow(TOPICS);
    browser.timers.advance(2_000);
    await page.look();
    return page;
  };
  // Without a network it is said, and the next visit does it.
  expect((await visit()).getSnapshot()).toEqual({ state: 'off', isFailed: true });
  browser.isAway = false;
  expect((await visit()).getSnapshot()).toEqual({ state: 'on', isFailed: false });
  expect(browser.readEndpoint()).toBe('https://push.example/2');
  expect(browser.calls.at(-1)).toMatchObject({
    path: '/push/subscribe',
    body: { endpoint: 'https://push.example/2', ...TOPICS },
  });

  browser.subscribeBefore();
  await visit();
  expect(browser.readEndpoint()).toBe('https://push.example/4');
});

test('stopping by the button of a message is noticed', async () => {
  const browser = openBrowser();
  const news = browser.open();
  news.follow(TOPICS);
  await news.look();
  await news.turnOn();
  browser.endElsewhere();
  await news.look();
  await news.look();
  expect(news.getSnapshot().state).toBe('off');
  expect(browser.readKept()).toBeUndefined();
});
