import { expect, onTestFinished, test } from 'vitest';

import type { RaceStore } from '#server/store/race-store.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { PushOrder } from '#shared/wire/push-api.ts';
import { buildConfig, buildRunner, buildScan, enter } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openStore } from '#tests/support/follow-race.ts';
import {
  PushBrowser,
  type PushService,
  readVapid,
  startPushService,
} from '#tests/support/push-service.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { getSavedId, saveForm } from '#tests/support/runner-forms.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

const shared = provideRedis();

const HELEDD = enter('heledd', 'Heledd', 'Puw', { bandId: '1', runClub: 'Strumble Striders' });
const HIDDEN = enter('hidden', 'Cêl', 'Guddiedig', {
  bandId: '2',
  bibNumber: '22',
  runClub: 'Cuddfan',
  isPrivate: true,
});
const FIELD = [HELEDD, HIDDEN, buildRunner({ runnerId: 'other', bandId: '91' })];

/** A race that began an hour ago, with a push service. */
async function openPushedRace(redisUrl: string) {
  const raceKey = uniqueRaceKey();
  const store = await openStore({ url: redisUrl, raceKey });
  const service = await startPushService();
  await store.replaceRunners(FIELD, { by: 'x' });
  const timeZone = 'UTC';
  const raceStart = formatWallClock(Date.now() - 60 * MINUTE_MS, timeZone);
  await changeSettings(store, () => buildConfig({ raceStart, timeZone }), 'x');
  const settings = { PUSH_SERVICES: service.host };
  return {
    store,
    service,
    serve: () => startWeb({ url: redisUrl, raceKey, settings, pushAgent: service.agent }),
  };
}

async function subscribe(
  { url }: TestWeb,
  browser: PushBrowser,
  given: Partial<PushOrder>,
): Promise<void> {
  const body = JSON.stringify(browser.order(given));
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(`${url}/push/subscribe`, { method: 'POST', headers, body });
  expect(status).toBe(204);
}

async function read(store: RaceStore, band: string, point: TimePoint, ageMs = 0): Promise<void> {
  const scan = buildScan({ bandId: band, points: [point], timeMs: Date.now() - ageMs });
  await store.storePublishedScan({ ...scan, receivedMs: 0 }, false);
}

/** Waits for a passing of another runner: all earlier changes are then processed. */
async function drain(
  { store, service }: Awaited<ReturnType<typeof openPushedRace>>,
  web: TestWeb,
): Promise<void> {
  const last = new PushBrowser(service, 'last');
  await subscribe(web, last, { runners: ['other'] });
  await read(store, '91', 'finish');
  await eventually(() => expect(last.read(service)).toHaveLength(1));
}

function expectCounts(
  service: PushService,
  mam: PushBrowser,
  tad: PushBrowser,
  count: number,
): Promise<void> {
  return eventually(() => {
    for (const browser of [mam, tad]) expect(browser.read(service)).toHaveLength(count);
  });
}

test('[WP5 WP7] two instances notify each follower of a passing, and of a correction with its reason, once, encrypted, signed and in their language', async () => {
  const race = await openPushedRace(shared.url);
  const { store, service } = race;
  const [here, there] = await Promise.all([race.serve(), race.serve()]);
  const [mam, tad] = [new PushBrowser(service, 'mam'), new PushBrowser(service, 'tad')];
  const other = new PushBrowser(service, 'other');
  await subscribe(here, mam, { runners: ['heledd', 'hidden'], clubs: ['strumble striders'] });
  await subscribe(there, tad, { clubs: ['Strumble  Striders'], language: 'cy' });
  await subscribe(here, other, { runners: ['nobody'] });

  await read(store, '1', 'cp1', 5_000);
  await expectCounts(service, mam, tad, 1);
  expect(mam.read(service)).toEqual([
    {
      tag: 'heledd:0',
      about: 'heledd',
      title: 'Ras Beca',
      body: 'Heledd Puw passed Bedd Morris, 1st',
      language: 'en',
      address: '/runner/heledd',
      stop: 'Stop alerts',
    },
  ]);
  expect(tad.read(service)[0]?.body).toMatch(/^Mae Heledd Puw wedi pasio Bedd Morris/);
  const [first] = service.received;
  if (!first) throw new Error('Nothing came.');
  expect(first).toMatchObject({ urgency: 'high', encoding: 'aes128gcm' });
  expect(first.ttl).toBeGreaterThan(0);
  expect(first.ttl).toBeLessThanOrEqual(600);
  const key = (await (await fetch(`${there.url}/push/key`)).json()) as { publicKey: string };
  const { publicKey, claims } = readVapid(first);
  expect(publicKey).toBe(key.publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:race@example.org' });
  expect(claims.exp * 1_000).toBeGreaterThan(Date.now());

  await read(store, '1', 'finish');
  await expectCounts(service, mam, tad, 2);
  expect(mam.read(service)[1]?.body).toMatch(/^Heledd Puw finished: 1:0\d:\d\d, 1st/);
  expect(new Set(service.received.map(({ topic }) => topic)).size).toBe(1);
  // Each instance signs once per push service.
  const signed = new Set(service.received.map(({ authorization }) => authorization));
  expect(signed.size).toBeLessThanOrEqual(2);
  // An earlier point and another finish time are not announced.
  await read(store, '1', 'cp2', 20_000);
  await read(store, '1', 'finish', 1_000);
  await drain(race, here);
  await expectCounts(service, mam, tad, 2);

  const { firstName, lastName, runClub } = HELEDD;
  const entry = { runnerId: 'heledd', raceNumber: '1', firstName, lastName, runClub };
  await getSavedId(saveForm(store, { ...entry, overrideTime: '0:50:00' }, { rev: 1 }));
  await expectCounts(service, mam, tad, 3);
  const [corrected, cywiriad] = [mam, tad].map((browser) => browser.read(service)[2]?.body);
  expect(corrected).toMatch(/^Heledd Puw: 0:50:00 \(was .*\); a time was entered by hand$/);
  expect(cywiriad).toMatch(/^Heledd Puw: 0:50:00 \(.*\); rhoddwyd amser â llaw$/);
  expect(other.read(service)).toEqual([]);
});

test('[WP7] a private runner is only a bib in a message, and followers of the club get none', async () => {
  const race = await openPushedRace(shared.url);
  const { store, service } = race;
  const web = await race.serve();
  const [one, club] = [new PushBrowser(service, 'one'), new PushBrowser(service, 'club')];
  await subscribe(web, one, { runners: ['hidden'] });
  await subscribe(web, club, { clubs: ['Cuddfan'] });
  await read(store, '2', 'cp1');
  await eventually(() => expect(one.read(service)).toHaveLength(1));
  const text = JSON.stringify(one.read(service));
  expect(text).toContain('bib\u00A022 passed Bedd Morris');
  expect(text).not.toMatch(/Cêl|Guddiedig|Cuddfan/);
  await drain(race, web);
  expect(club.read(service)).toEqual([]);
});

test('[WP2 WP8] 404 and 410 end a subscription, a fault is retried, and a redirect is not followed', async () => {
  const race = await openPushedRace(shared.url);
  const { store, service } = race;
  const web = await race.serve();
  const browsers = ['gone', 'unknown', 'busy', 'moved'].map(
    (name) => new PushBrowser(service, name),
  );
  const tried = new Map<string, number>();
  service.reply = ({ path }) => {
    const times = (tried.get(path) ?? 0) + 1;
    tried.set(path, times);
    if (path.endsWith('gone')) return { status: 410 };
    if (path.endsWith('unknown')) return { status: 404 };
    if (path.endsWith('moved')) return { status: 307, headers: { Location: '/push/elsewhere' } };
    return times === 1 ? { status: 429, headers: { 'Retry-After': '1' } } : { status: 201 };
  };
  for (const browser of browsers) await subscribe(web, browser, { runners: ['heledd'] });
  await read(store, '1', 'cp1');
  await eventually(() => {
    expect(tried.get('/push/busy')).toBe(2);
    expect(web.context.webPush.sender.waiting).toBe(0);
  });
  await eventually(async () => {
    expect(await web.readMetric('splitcast_web_pushes_total{outcome="gone"}')).toBe(2);
    expect(await web.readMetric('splitcast_web_pushes_total{outcome="sent"}')).toBe(1);
    expect(await web.readMetric('splitcast_web_pushes_total{outcome="refused"}')).toBe(1);
  });
  await read(store, '1', 'finish');
  await eventually(() => expect(tried.get('/push/busy')).toBe(3));
  expect(Object.fromEntries(tried)).toMatchObject({ '/push/gone': 1, '/push/unknown': 1 });
  expect(tried.has('/push/elsewhere')).toBe(false);
});

test('[WP5] Redis killed between two passings: later ones are announced, and nothing twice', async () => {
  const redis = await startRedis({ dir: createTempFolder(), persist: true });
  onTestFinished(() => redis.stop());
  const race = await openPushedRace(redis.url);
  const { store, service } = race;
  const webs = await Promise.all([race.serve(), race.serve()]);
  const browser = new PushBrowser(service, 'a');
  await subscribe(webs[0], browser, { runners: ['heledd'] });
  await read(store, '1', 'cp1', 30_000);
  await eventually(() => expect(browser.read(service)).toHaveLength(1));
  await redis.kill();
  await redis.restart();
  await eventually(() => read(store, '1', 'cp3', 1_000));
  await eventually(() => expect(browser.read(service)).toHaveLength(2));
  await read(store, '1', 'finish');
  await eventually(() => expect(browser.read(service)).toHaveLength(3));
  await drain(race, webs[0]);
  expect(browser.read(service).map(({ tag }) => tag)).toEqual([
    'heledd:0',
    'heledd:2',
    'heledd:finish',
  ]);
});
