import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';

import { HOUR_MS } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { buildField } from '#tests/support/live-field.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { connectViewer } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();

test('[CL8] GET /metrics is Prometheus text with the type of each figure', async () => {
  const race = await openRace();
  await race.store.replaceRunners(buildField(7), { by: 'x' });
  const web = await startWeb(race);
  await connectViewer(web.url);
  const { headers, text } = await ask(web.port, '/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = text.trimEnd().split('\n');
  const typed = new Set(
    lines.flatMap((line) => /^# TYPE (\S+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? []),
  );
  const figures = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const untyped = figures.filter((line) => {
    const [, name = ''] = /^([a-zA-Z_:][\w:]*)(?:\{\S*\})? \S+$/.exec(line) ?? [];
    return !typed.has(name) && !typed.has(name.replace(/_(bucket|sum|count|total)$/, ''));
  });
  expect(untyped).toEqual([]);
  const shown = ['splitcast_runners 7', 'splitcast_viewers 1', 'splitcast_scans 0'];
  expect(figures).toEqual(expect.arrayContaining(shown));
  expect(typed).toContain('process_resident_memory_bytes');
});

const healthTimes = {
  checkEveryMs: HOUR_MS,
  freshMs: 0,
  behindMs: HOUR_MS,
  sourceSilentMs: HOUR_MS,
};

test('[CL8 CF21] /metrics has the problems of /readyz, and no line for unknown values', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const place = { url: redis.url, raceKey: uniqueRaceKey() };
  const web = await startWeb({ ...place, healthTimes });
  const readFigure = async (name: string): Promise<number | undefined> => {
    await web.context.health.check();
    const { text } = await ask(web.port, '/metrics');
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  await eventually(async () => expect(await readFigure('splitcast_ready')).toBe(1));
  // A check that timed out is a problem.
  await eventually(async () => expect(await readFigure('splitcast_problems')).toBe(0));
  expect(await readFigure('splitcast_push_subscriptions')).toBe(0);

  await redis.kill();
  await eventually(async () => expect(await readFigure('splitcast_ready')).toBe(0));
  await eventually(async () => expect(await readFigure('splitcast_problems')).toBe(1));
  await eventually(async () =>
    expect(await readFigure('splitcast_push_subscriptions')).toBeUndefined(),
  );
});

test('[CF11] without Redis the page is served and calls are 503; later the race appears', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  await redis.kill();
  const web = await startWeb({ url: redis.url, raceKey: uniqueRaceKey(), waitForRace: false });
  const get = (path: string) => ask(web.port, path, { headers: { Accept: '*/*' } });

  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/')).text).toContain('<!doctype html>');
  const notReady = await get('/readyz');
  expect(notReady.status).toBe(503);
  expect(JSON.parse(notReady.text)).toMatchObject({ ready: false, redis: 'away', loaded: false });
  for (const path of ['/api', '/config']) {
    const answer = await get(path);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(JSON.parse(answer.text)).toHaveProperty('error');
  }

  await redis.restart();
  await eventually(async () => expect((await get('/readyz')).status).toBe(200));
  expect((await get('/api')).status).toBe(200);
});

test('[CF12] /readyz is 503 while published reads are not received', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const place = { url: redis.url, raceKey: uniqueRaceKey() };
  const store = await openStore(place);
  await store.replaceRunners(buildField(3), { by: 'x' });
  const web = await startWeb(place);
  const client = createClient({ url: redis.url });
  await client.connect();
  onTestFinished(() => client.destroy());
  const reconnectListeners = async (): Promise<void> => {
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
  };
  const readReadiness = async (): Promise<unknown> =>
    JSON.parse((await ask(web.port, '/readyz')).text);

  await client.sendCommand(['ACL', 'SETUSER', 'default', '-subscribe']);
  await reconnectListeners();
  await eventually(async () =>
    expect(await readReadiness()).toMatchObject({
      ready: false,
      redis: 'connected',
      listening: false,
    }),
  );
  // It reconnects automatically.
  await client.sendCommand(['ACL', 'SETUSER', 'default', '+subscribe']);
  await eventually(async () => expect((await ask(web.port, '/readyz')).status).toBe(200));
  await client.publish(store.keys.scansChannel, '{"bandID":"104","point":"finish"}');
  await eventually(async () => expect(await store.countScans()).toBe(1));
});
