import { expect, test } from 'vitest';

import type { KeptPush } from '#client/worker/push-subscription.ts';
import { PushNews, type PushParts } from '#client/spectators/push/push-news.ts';
import type { PushEnd, PushOrder } from '#shared/wire/push-api.ts';

import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const KEY = 'AQID';

/** A browser with a push service. */
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
    /** As a browser may do on its own. */
    dropSubscription: () => void (subscription = null),
    /** The calls except those for the key. */
    listOrders: () => calls.filter(({ path }) => path !== '/push/key'),
    readEndpoint: () => subscription?.endpoint,
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

/** Opens the page again, as at a later visit. */
async function visit(browser: ReturnType<typeof openBrowser>, topics = TOPICS): Promise<PushNews> {
  const page = browser.open();
  page.follow(topics);
  browser.timers.advance(2_000);
  await page.look();
  return page;
}

const TOPICS = { runners: ['heledd'], clubs: ['Strumble Striders'], language: 'cy' };

test('a press subscribes this browser to all followed runners, another ends it', async () => {
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

test('changes are sent together, not twice, and again after a day', async () => {
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

  await visit(browser, more);
  expect(browser.listOrders()).toHaveLength(1);
  browser.timers.advance(25 * 3_600_000);
  await visit(browser, more);
  expect(browser.listOrders()).toHaveLength(2);

  const last = await visit(browser, { runners: [], clubs: [], language: 'cy' });
  expect(browser.calls.at(-1)?.path).toBe('/push/unsubscribe');
  expect(last.getSnapshot().state).toBe('on');
});

test('unsupported, blocked and to be installed are recognised without a permission request', async () => {
  const denied = openBrowser({ permission: 'denied' });
  const news = denied.open();
  await news.turnOn();
  expect(news.getSnapshot()).toEqual({ state: 'denied', isFailed: false });
  expect(denied.calls).toEqual([]);
  const browser = openBrowser();
  for (const [page, state] of [
    [openBrowser({ hasWorker: false }).open(), 'none'],
    [browser.open({ notifications: () => undefined }), 'none'],
    [browser.open({ isToBeInstalled: true }), 'install'],
  ] as const) {
    await page.look();
    expect(page.getSnapshot().state).toBe(state);
  }
  expect(browser.asked).toBe(0);
});

test('a dropped subscription is renewed at the next visit', async () => {
  const browser = openBrowser();
  const news = browser.open();
  news.follow(TOPICS);
  await news.turnOn();
  browser.dropSubscription();
  browser.isAway = true;
  // A failure is reported, and repeated at the next visit.
  expect((await visit(browser)).getSnapshot()).toEqual({ state: 'off', isFailed: true });
  browser.isAway = false;
  expect((await visit(browser)).getSnapshot()).toEqual({ state: 'on', isFailed: false });
  expect(browser.readEndpoint()).toBe('https://push.example/2');
  expect(browser.calls.at(-1)).toMatchObject({
    path: '/push/subscribe',
    body: { endpoint: 'https://push.example/2', ...TOPICS },
  });
});
