import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { buildField } from '#tests/support/live-field.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { connectViewer } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();

test('[PR7 PR20] hello is the first message: build, head and the time of the server', async () => {
  const race = await openRace();
  await race.store.replaceRunners(buildField(2), { by: 'x' });
  const web = await startWeb(race);
  const beforeMs = Date.now();
  const viewer = await connectViewer(web.url);
  expect(viewer.hellos).toEqual([
    {
      protocol: 1,
      build: web.context.files.build,
      ...(await race.store.readHead()),
      serverTime: expect.any(Number) as unknown,
    },
  ]);
  const { serverTime = 0 } = viewer.hellos[0] ?? {};
  expect(serverTime).toBeGreaterThanOrEqual(beforeMs);
  expect(serverTime).toBeLessThanOrEqual(Date.now());
  expect(viewer.frames.find((frame) => frame.startsWith('message2'))).toMatch(/"hello"/);
});

test('[PR7] a viewer who connects before the race is loaded is greeted once it is', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  await redis.kill();
  const web = await startWeb({ url: redis.url, raceKey: uniqueRaceKey(), waitForRace: false });
  const viewer = await connectViewer(web.url, { waitForHello: false });
  await eventually(() => expect(viewer.socket.connected).toBe(true));
  expect(viewer.hellos).toEqual([]);
  await redis.restart();
  await eventually(() => expect(viewer.hellos).toHaveLength(1));
  expect(viewer.hellos[0]?.epoch).not.toBe('');
  expect(viewer.resyncs).toEqual([]);
});

/** Socket.IO's answer to a refused connection. */
const REFUSED = 400;

/** Asks for a websocket as a browser does and returns the status of the answer, 101 when it may. */
async function askToUpgrade(
  web: TestWeb,
  headers: Readonly<Record<string, string>>,
  transport = 'websocket',
): Promise<number | undefined> {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const path = `/socket.io/?EIO=4&transport=${transport}`;
  const sent = { ...(transport === 'websocket' ? upgrade : {}), ...headers };
  const asking = request({ host: '127.0.0.1', port: web.port, path, headers: sent }).end();
  const answered = Promise.race([once(asking, 'response'), once(asking, 'upgrade')]);
  const [answer] = (await answered) as [IncomingMessage];
  answer.socket.destroy();
  return answer.statusCode;
}

test('[PR5] long polling is refused', async () => {
  const web = await startWeb(await openRace());
  expect(await askToUpgrade(web, {}, 'polling')).toBe(REFUSED);
  expect(await askToUpgrade(web, {}, 'websocket')).toBe(101);
});

test('[PR6] the page of the same host may connect, a foreign one not, a program may', async () => {
  const web = await startWeb(await openRace());
  const ask = (headers: Readonly<Record<string, string>>) => askToUpgrade(web, headers);
  const host = 'ras.local:3000';
  expect(await ask({})).toBe(101);
  expect(await ask({ Host: host, Origin: `http://${host}` })).toBe(101);
  expect(await ask({ Host: host, Origin: 'https://evil.example' })).toBe(REFUSED);
  expect(await ask({ Host: host, Origin: `http://${host}.evil.example` })).toBe(REFUSED);
  expect(await ask({ Host: host, Origin: 'null' })).toBe(REFUSED);
  expect(await ask({ Host: host, Origin: 'not an origin' })).toBe(REFUSED);
  // Without a proxy the header of one is ignored.
  const claim = { 'X-Forwarded-Host': 'evil.example' };
  expect(await ask({ Host: host, Origin: 'https://evil.example', ...claim })).toBe(REFUSED);
});

test('[PR6] PUBLIC_ORIGIN and the host in front of a trusted proxy may connect', async () => {
  const web = await startWeb({
    ...(await openRace()),
    settings: { PUBLIC_ORIGIN: 'https://results.example', TRUST_PROXY: '1' },
  });
  const inside = { Host: '10.0.0.7:3000' };
  const ask = (headers: Readonly<Record<string, string>>) =>
    askToUpgrade(web, { ...inside, ...headers });
  expect(await ask({ Origin: 'https://results.example' })).toBe(101);
  const forwarded = { 'X-Forwarded-Host': 'canlyniadau.example, inner.example' };
  expect(await ask({ Origin: 'https://canlyniadau.example', ...forwarded })).toBe(101);
  expect(await ask({ Origin: 'https://inner.example', ...forwarded })).toBe(REFUSED);
});

test('[PR34] silence is noticed after 18 s', async () => {
  const web = await startWeb(await openRace());
  const { pingInterval = 0, pingTimeout = 0 } = web.context.sockets.engine.opts;
  expect(pingInterval + pingTimeout).toBe(18_000);
});
