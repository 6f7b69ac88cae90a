import { expect, test } from 'vitest';

import { isPushService } from '#server/features/push/push-routes.ts';
import { LEAST_BYTES, MOST_BYTES, MOST_OF_NETWORK } from '#server/store/push-records.ts';
import { AddressBudget } from '#server/web/budget.ts';
import type { PushKey } from '#shared/wire/push-api.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PushBrowser } from '#tests/support/push-service.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

const GOOGLE = { origin: 'https://fcm.googleapis.com' };

async function post(url: string, path: string, body: unknown): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}

async function readKey({ url }: { readonly url: string }): Promise<string> {
  const body = (await (await fetch(`${url}/push/key`)).json()) as PushKey;
  expect(Object.keys(body)).toEqual(['publicKey']);
  return body.publicKey;
}

test('[WP1] the keys are generated once for all instances and never change', async () => {
  const race = await openRace();
  const [here, there] = await Promise.all([startWeb(race), startWeb(race)]);
  const [key, other] = await Promise.all([readKey(here), readKey(there)]);
  expect(key).toMatch(/^B[\w-]{86}$/);
  expect(other).toBe(key);
  await race.store.replaceRunners([], { by: 'x' });
  expect(await readKey(await startWeb(race))).toBe(key);
});

test('a crowd that asks for the key at once costs Redis few reads', async () => {
  const race = await openRace();
  const web = await startWeb(race);
  await readKey(web);
  await race.redis.sendCommand(['CONFIG', 'RESETSTAT']);
  await Promise.all(Array.from({ length: 100 }, () => readKey(web)));
  const stats = await race.redis.info('commandstats');
  const [, reads = '0'] = /cmdstat_hget:calls=(\d+)/.exec(stats) ?? [];
  expect(Number(reads)).toBeLessThan(50);
});

test('[WP2] a subscription is stored, replaced and removed with its index', async () => {
  const race = await openRace();
  const { url } = await startWeb(race);
  const browser = new PushBrowser(GOOGLE, 'a');
  const listKeys = async (): Promise<string[]> =>
    (await race.redis.keys(race.keys.followersOf('*').replace('{', '\\{'))).toSorted();
  expect(await post(url, '/push/subscribe', browser.order({ runners: ['r1', 'r2'] }))).toBe(204);
  expect(await listKeys()).toHaveLength(2);
  const changed = browser.order({ runners: ['r2'], clubs: ['Rhedwyr Preseli'], language: 'cy' });
  expect(await post(url, '/push/subscribe', changed)).toBe(204);
  expect(await race.redis.hLen(race.keys.subscriptions)).toBe(1);
  const [kept = ''] = await race.redis.hVals(race.keys.subscriptions);
  expect(JSON.parse(kept)).toMatchObject({ runners: ['r2'], language: 'cy' });
  expect(await listKeys()).toHaveLength(2);
  expect(await listKeys()).toContain(race.keys.followersOf('runner:r2'));
  expect(await post(url, '/push/unsubscribe', { endpoint: browser.endpoint })).toBe(204);
  expect(await post(url, '/push/unsubscribe', { endpoint: browser.endpoint })).toBe(204);
  expect(await listKeys()).toEqual([]);
  expect(await race.redis.exists(race.keys.subscriptions)).toBe(0);
  expect(await race.redis.exists(race.keys.subscribers)).toBe(0);
});

test('[WP2] an invalid subscription is refused', async () => {
  const race = await openRace();
  const { url } = await startWeb(race);
  const good = new PushBrowser(GOOGLE, 'a').order({ runners: ['r1'] });
  const many = Array.from({ length: 101 }, (_, i) => `r${i}`);
  const bad = [
    {},
    { ...good, endpoint: 'https://127.0.0.1/push' },
    { ...good, endpoint: `https://fcm.googleapis.com/${'x'.repeat(1_000)}` },
    // The right length, but not a point of the curve.
    { ...good, keys: { ...good.keys, p256dh: `B${'A'.repeat(86)}` } },
    { ...good, runners: [] },
    { ...good, runners: many },
    { ...good, runners: ['a}b'] },
    { ...good, clubs: ['x'.repeat(201)] },
    { ...good, clubs: many.slice(0, 6) },
  ];
  for (const order of bad)
    expect([order, await post(url, '/push/subscribe', order)]).toEqual([order, 400]);
  expect(await race.redis.exists(race.keys.subscriptions)).toBe(0);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://push.example.org:8443/a', true],
  ['http://fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com:8080/a', false],
  ['https://user@fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com.example.org/a', false],
  ['https://example.org/fcm.googleapis.com', false],
  ['https://.push.apple.com/a', false],
  ['https://other-push.apple.com/a', false],
  ['nonsense', false],
])('[WP2] %s is a push service: %s', (endpoint, isKnown) =>
  expect(isPushService(endpoint, ['push.example.org:8443'])).toBe(isKnown),
);

test('[WP3] without room new subscriptions are refused, and existing ones may change', async () => {
  const race = await openRace();
  const { url } = await startWeb(race);
  const there = new PushBrowser(GOOGLE, 'there');
  expect(await post(url, '/push/subscribe', there.order({ runners: ['r1'] }))).toBe(204);
  await race.redis.hSet(race.keys.subscribers, 'all', String(MOST_BYTES));
  const late = new PushBrowser(GOOGLE, 'late').order({ runners: ['r1'] });
  expect(await post(url, '/push/subscribe', late)).toBe(503);
  expect(await post(url, '/push/subscribe', there.order({ runners: ['r2'] }))).toBe(204);

  const many = Array.from({ length: 20 }, (_, i) => `r${i}`);
  const more = there.order({ runners: many, clubs: ['x'.repeat(200)] });
  expect(await post(url, '/push/subscribe', more)).toBe(503);
  expect(await post(url, '/push/unsubscribe', { endpoint: there.endpoint })).toBe(204);
  expect(await race.redis.exists(race.keys.subscriptions)).toBe(0);
});

/** As large as allowed. */
function orderOf(name: string) {
  const { endpoint, keys } = new PushBrowser(GOOGLE, name).order();
  const runners = Array.from({ length: 100 }, (_, i) => `${name}-${i}-`.padEnd(60, 'x'));
  return { endpoint, ...keys, language: 'en', runners, clubs: [] };
}

test('[WP5] followers of a club are found in any spelling of its name', async () => {
  const { store } = await openRace();
  const order = { ...orderOf('a'), runners: [], clubs: ['strumble  stríders'] };
  expect(await store.push.put(order)).toBe(true);
  const claim = (club: string) =>
    store.push.claim({ epoch: 'e', name: club, lastName: 'last', runnerId: 'r', club });
  expect(await claim('Strumble Striders')).toHaveLength(1);
  expect(await claim('Strumble Strollers')).toEqual([]);
});

test('[WP3] a network has only its share, by size and by number', async () => {
  const { store, redis, keys } = await openRace();
  const put = (name: string, network: string, runners?: string[]): Promise<boolean> =>
    store.push.put({ ...orderOf(name), ...(runners && { runners }) }, network);
  expect(await put('honest', 'home')).toBe(true);
  const large = await Promise.all(Array.from({ length: 250 }, (_, i) => put(`of-${i}`, 'crowd')));
  const taken = large.filter(Boolean).length;
  expect(taken).toBeGreaterThan(100);
  expect(taken).toBeLessThan(250);
  expect(await put('one more', 'elsewhere')).toBe(true);
  expect(await redis.hLen(keys.subscriptions)).toBe(taken + 2);

  const most = MOST_OF_NETWORK / LEAST_BYTES;
  for (let from = 0; from <= most; from += 250) {
    await Promise.all(
      Array.from({ length: 250 }, (_, i) => put(`small-${from + i}`, 'small', ['r'])),
    );
  }
  expect(await redis.hLen(keys.subscriptions)).toBe(taken + 2 + most);
  expect(await store.push.put({ ...orderOf('honest'), runners: ['r'] }, 'small')).toBe(false);
});

test('[WP2 WP3] clearing all leaves nothing, and a browser can subscribe again', async () => {
  const { store, redis, keys } = await openRace();
  for (let i = 0; i < 30; i += 1) {
    await store.push.put(orderOf(`x-${i}`), `n-${i % 3}`);
  }
  expect(await store.push.sweep(() => true)).toBe(30);
  const left = await redis.keys(keys.followersOf('*').replace('{', '\\{'));
  expect(left).toEqual([]);
  expect(await redis.exists(keys.subscribers)).toBe(0);
  expect(await store.push.put(orderOf('x-1'))).toBe(true);
});

test('[WP3] calls per address and the number of remembered addresses are limited', async () => {
  const race = await openRace();
  const { url } = await startWeb(race);
  const statuses: number[] = [];
  for (let i = 0; i < 120; i += 1) {
    statuses.push(await post(url, '/push/unsubscribe', { endpoint: 'https://x.example' }));
  }
  expect(statuses.slice(0, 100).every((status) => status === 204)).toBe(true);
  expect(statuses.filter((status) => status !== 204 && status !== 429)).toEqual([]);

  const budget = new AddressBudget({ atOnce: 2, perSecond: 1 });
  const spend = (addresses: string, nowMs: number) =>
    Array.from(addresses, (address) => budget.spend(address, nowMs));
  expect(spend('aaab', 0)).toEqual([true, true, false, true]);
  expect(spend('aa', 1_000)).toEqual([true, false]);
  // The owner of an IPv6 /64 chooses the rest freely.
  const owned = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::'];
  expect(owned.map((address) => budget.spend(address, 0))).toEqual([true, true, false]);
  for (let i = 0; i < 25_000; i += 1) budget.spend(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  expect(budget.size).toBe(20_000);
});
