import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import type { RaceStore } from '#server/store/race-store.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildConfig, enter } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { PushBrowser, startPushService } from '#tests/support/push-service.ts';

const openRace = provideOrganisersRace();

const NAMES = ['Heledd', 'Cêl', 'Dai', 'Elin', 'Ffion', 'Gwen', 'Huw'];
const FIELD = NAMES.map((firstName, at) =>
  enter(`r${at}`, firstName, 'Puw', {
    bibNumber: String((at + 1) * 11),
    isPrivate: firstName === 'Cêl',
  }),
);

/** A race that began an hour ago, two organisers and a push service. */
async function openAlarmedRace() {
  const race = await openRace();
  const service = await startPushService();
  await race.store.replaceRunners(FIELD, { by: 'x' });
  const timeZone = 'UTC';
  const raceStart = formatWallClock(Date.now() - 60 * MINUTE_MS, timeZone);
  await changeSettings(race.store, () => buildConfig({ raceStart, timeZone }), 'x');
  const settings = { PUSH_SERVICES: service.host };
  const serve = async () => {
    const web = await race.serve({ settings, pushAgent: service.agent });
    // Only the test looks, so that several changes are one look.
    web.context.webPush.alarms.stopLooking();
    return web;
  };
  return { ...race, service, serve };
}

type AlarmedRace = Awaited<ReturnType<typeof openAlarmedRace>>;

async function subscribe(web: OrganisersWeb, token: string, browser: PushBrowser): Promise<void> {
  const { endpoint, keys } = browser.order();
  await web.as(token).post('/alarms').send({ endpoint, keys }).expect(200);
}

/** Reports runners as stopped, not as safe; every instance then looks. */
async function retire(
  { helper, store }: AlarmedRace,
  webs: readonly OrganisersWeb[],
  ...runnerIds: readonly string[]
): Promise<void> {
  const [first] = webs;
  for (const runnerId of runnerIds) {
    const report = { reportId: randomUUID(), kind: 'stopped', atMs: Date.now() };
    await first?.as(helper).post(`/apiadmin/${runnerId}/reports`).send(report).expect(200);
  }
  const head = await store.readHead();
  await eventually(() => {
    for (const { context } of webs) expect(context.race.head).toEqual(head);
  });
  await Promise.all(webs.map(({ context }) => context.webPush.alarms.look()));
}

const alarmOf = (bib: string, runnerId: string) => ({
  tag: `out-not-safe runner:${runnerId}`,
  about: `out-not-safe runner:${runnerId}`,
  title: 'Race control · Ras Beca',
  body: `${bib} is out, not accounted for`,
  language: 'en',
  address: `/control?item=runner%3A${runnerId}`,
  stop: 'Stop these alarms',
});

const countBrowsers = (store: RaceStore) => store.alarms.listIds().then((ids) => ids.length);

test('[WP14] only one of two instances notifies each organiser of a new alarm, once, unless somebody has claimed it', async () => {
  const race = await openAlarmedRace();
  const { service, admin, helper } = race;
  const webs = [await race.serve(), await race.serve()] as const;
  const [here, there] = webs;
  const [boss, mari] = [new PushBrowser(service, 'boss'), new PushBrowser(service, 'mari')];
  // An alarm from before the subscriptions.
  await retire(race, webs, 'r2');
  await subscribe(here, admin, boss);
  await subscribe(there, helper, mari);

  await retire(race, webs, 'r0');
  const first = alarmOf('11 Heledd', 'r0');
  await eventually(() => {
    for (const browser of [boss, mari]) expect(browser.read(service)).toEqual([first]);
  });
  const claim = { kind: 'claim', subject: 'runner:r3', was: null };
  await there.as(helper).post('/control').send(claim).expect(200);
  await retire(race, webs, 'r3');
  // Only the bib of a private runner, and nothing about the claimed one.
  await retire(race, webs, 'r1');
  await eventually(() => {
    for (const browser of [boss, mari]) {
      expect(browser.read(service)).toEqual([first, alarmOf('22', 'r1')]);
    }
  });

  await retire(race, webs, 'r4', 'r5', 'r6');
  await eventually(() => expect(boss.read(service)).toHaveLength(5));
  expect(service.received.every(({ ttl }) => ttl > 60 * 60)).toBe(true);
});

test('[WP14] more than three at once are one message', async () => {
  const race = await openAlarmedRace();
  const web = await race.serve();
  const boss = new PushBrowser(race.service, 'boss');
  await subscribe(web, race.admin, boss);
  await retire(race, [web], 'r3', 'r4', 'r5', 'r6');
  await eventually(() => expect(boss.read(race.service)).toHaveLength(1));
  const [message] = boss.read(race.service);
  expect(message).toMatchObject({ tag: 'alarms', address: '/control' });
  expect(message?.body).toMatch(/^4 new: .*44 Elin is out, .*; .*77 Huw is out/);
});

test('[WP13] messages to spectators don’t delay an alarm', async () => {
  const race = await openAlarmedRace();
  const web = await race.serve();
  const boss = new PushBrowser(race.service, 'boss');
  await subscribe(web, race.admin, boss);
  const spectators = {
    read: () => new Promise<never>(() => undefined),
    forget: () => Promise.resolve(),
    goodForMs: MINUTE_MS,
  };
  for (let at = 0; at < 100; at += 1) {
    web.context.webPush.sender.send(spectators, 'fan', `runner-${at}`, new Map());
  }
  await retire(race, [web], 'r0');
  await eventually(() => expect(boss.read(race.service)).toHaveLength(1));
});

test('[WP14] an alarm is new again after five minutes of absence, and the first look finds nothing new', async () => {
  const { store } = await openRace();
  const { alarms } = store;
  const claim = async (minute: number, ...names: readonly string[]) => [
    ...(await alarms.claim(names, minute * MINUTE_MS)),
  ];
  expect(await claim(0, 'a')).toEqual([]);
  expect(await claim(1, 'a', 'b', 'ŵ')).toEqual(['b', 'ŵ']);
  // An instance that lags behind doesn't see `b` for a while, and again later.
  for (const [gone, nearlyForgotten, back] of [
    [2, 6.9, 7],
    [8, 12.9, 13],
  ] as const) {
    expect(await claim(gone, 'a')).toEqual([]);
    expect(await claim(nearlyForgotten, 'a')).toEqual([]);
    expect(await claim(back, 'a', 'b')).toEqual([]);
  }
  expect(await claim(14, 'a')).toEqual([]);
  expect(await claim(19.1, 'a')).toEqual([]);
  expect(await claim(20, 'a', 'b', 'ŵ')).toEqual(['b', 'ŵ']);
  await alarms.forgetClaims();
  expect(await claim(21, 'b', 'c')).toEqual([]);
});

test('[WP13] a browser gets alarms only while its account has the right', async () => {
  const race = await openAlarmedRace();
  const { service, store, redis, keys, admin } = race;
  const web = await race.serve();
  const { keys: own } = new PushBrowser(service, 'stranger').order();
  const odd = { endpoint: 'https://127.0.0.1/push', keys: own };
  await web.as(admin).post('/alarms').send(odd).expect(400);
  expect(await countBrowsers(store)).toBe(0);

  const boss = new PushBrowser(service, 'boss');
  await subscribe(web, admin, boss);
  for (const name of ['disabled', 'lowered', 'everywhere', 'stopped', 'gone', 'long-ago']) {
    const token = await race.signIn(`${name}@example.org`, 'admin');
    await subscribe(web, token, new PushBrowser(service, name));
  }
  const edit = async (name: string, change: object): Promise<void> => {
    const before = await store.organisers.find(`${name}@example.org`);
    if (!before) throw new Error(`There is no ${name}.`);
    const after = { ...before.record, ...change };
    await store.organisers.commit({ before, after, by: 'test', action: 'organiser-role' });
  };
  await race.disable('disabled@example.org');
  await edit('lowered', { role: 'registration' });
  await edit('everywhere', { generation: 1 });
  const { endpoint } = new PushBrowser(service, 'stopped');
  await web.http.post('/push/unsubscribe').send({ endpoint }).expect(204);
  service.reply = ({ path }) => ({ status: path.endsWith('/gone') ? 410 : 201 });
  for (const [id, text] of Object.entries(await redis.hGetAll(keys.alarms))) {
    const kept = JSON.parse(text) as { readonly email: string; readonly atMs: number };
    if (!kept.email.startsWith('long-ago')) continue;
    const atMs = kept.atMs - 73 * 60 * MINUTE_MS;
    await redis.hSet(keys.alarms, id, JSON.stringify({ ...kept, atMs }));
  }
  await retire(race, [web], 'r0');
  await eventually(async () => {
    expect(boss.read(service)).toHaveLength(1);
    expect(await countBrowsers(store)).toBe(1);
  });
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/push/boss', '/push/gone']);
});

test('[WP13] the oldest browsers are dropped, of one organiser and of all', async () => {
  const { store } = await openRace();
  const put = (email: string, atMs: number) => {
    const endpoint = `https://push.example/${email}/${atMs}`;
    const keys = { p256dh: 'p', auth: 'a' };
    return store.alarms.put({ endpoint, ...keys, email, role: 'admin', generation: 0, atMs });
  };
  const read = async () => {
    const ids = await store.alarms.listIds();
    return Promise.all(ids.map((id) => store.alarms.read(id)));
  };
  for (let at = 0; at < 7; at += 1) await put('boss', at);
  await put('boss', 6);
  expect(new Set((await read()).map((one) => one?.atMs))).toEqual(new Set([2, 3, 4, 5, 6]));
  for (let at = 0; at < 200; at += 1) await put(`o${at}`, 100 + at);
  const all = await read();
  expect(all).toHaveLength(200);
  expect(all.some((one) => one?.email === 'boss')).toBe(false);
});
