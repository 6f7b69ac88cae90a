import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import { expect, test } from 'vitest';

import type { ResultsBody } from '#shared/wire/http-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { eventuallyShowRecord, openPages } from '#tests/support/live-pages.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startNginx } from '#tests/support/nginx.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { connectViewer } from '#tests/support/viewer.ts';
import { startWebProcess } from '#tests/support/web-process.ts';

const { openRace } = provideFileRedis();
const settings = { TRUST_PROXY: '1' };

async function openFilledRace(): Promise<TestRace> {
  const race = await openRace();
  await race.store.replaceRunners(buildField(20), { by: 'x' });
  return race;
}

/** Two instances in this process, behind nginx. */
async function startBehindNginx(race: TestRace, limits: Readonly<Record<string, string>> = {}) {
  const webs = await Promise.all(
    [0, 1].map(() => startWeb({ ...race, settings: { ...settings, ...limits } })),
  );
  const [first, second] = webs as [TestWeb, TestWeb];
  return { first, second, nginx: await startNginx([first.port, second.port]) };
}

function untilReady(port: number): Promise<void> {
  return eventually(async () => expect((await ask(port, '/readyz')).status).toBe(200));
}

/** Counts the requests that reach the instances. */
function countRequests(webs: readonly TestWeb[], path: string): () => number {
  let count = 0;
  for (const { context } of webs) {
    context.http.on('request', ({ url = '' }) => (count += url.split('?')[0] === path ? 1 : 0));
  }
  return () => count;
}

test('behind a proxy a viewer counts for the address that the proxy saw, whatever it claims', async () => {
  const { nginx } = await startBehindNginx(await openFilledRace(), {
    MAX_VIEWERS_PER_ADDRESS: '1',
  });
  // One at each instance, the most for this address.
  await Promise.all([connectViewer(nginx.url), connectViewer(nginx.url)]);
  const upgrade = async (localAddress: string, claimed: string): Promise<number | undefined> => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'X-Forwarded-For': claimed,
      // As from a page at this address.
      Origin: nginx.url,
    };
    const url = `${nginx.url}/socket.io/?EIO=4&transport=websocket`;
    const asking = request(url, { localAddress, headers }).end();
    const answers = [once(asking, 'upgrade'), once(asking, 'response')];
    const [{ statusCode }] = (await Promise.race(answers)) as [IncomingMessage];
    asking.destroy();
    return statusCode;
  };
  expect(await upgrade('127.0.0.1', '192.0.2.7')).toBe(400);
  expect(await upgrade('127.0.0.2', '127.0.0.1')).toBe(101);
});

test('however many clients request the results, an instance gets one request a second and encoding', async () => {
  const race = await openFilledRace();
  const reads = buildReads(20);
  await ingestScans(race.redis, race.keys, reads.slice(0, 20));
  const { first, second, nginx } = await startBehindNginx(race);
  const paths = ['/api', '/api/compact', '/config', '/starters'];
  const counts = paths.map((path) => countRequests([first, second], path));
  const startedMs = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      ask(nginx.port, `${paths[index % 4]}?nobody=${index}`, {
        headers: { 'accept-encoding': index % 8 < 4 ? 'gzip, br' : 'br;q=1.0, gzip;q=0.5' },
      }),
    ),
  );
  // The clock of nginx stops while it is busy, so it may begin a second earlier.
  const seconds = Math.floor(Date.now() / 1_000) - Math.floor(startedMs / 1_000) + 2;
  for (const count of counts) {
    expect(count()).toBeGreaterThan(0);
    expect(count()).toBeLessThanOrEqual(seconds);
  }
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(Number(headers['x-server-time'])).toBeGreaterThan(startedMs - 1_000);
  }
  expect(answers[0]?.headers['content-encoding']).toBe('br');

  // A refused encoding is not sent.
  const plain = await ask(nginx.port, '/api', { headers: { 'accept-encoding': 'br;q=0' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const { version } = JSON.parse(plain.text) as ResultsBody;

  // A second later there is another body; answers to organisers are never cached.
  await ingestScans(race.redis, race.keys, reads.slice(20));
  await eventually(async () => {
    const { text } = await ask(nginx.port, '/api', { headers: { 'accept-encoding': 'br' } });
    expect((JSON.parse(text) as ResultsBody).version).toBe(version + 1);
  });
  const countOrganisers = countRequests([first, second], '/apiadmin');
  for (const _ of [1, 2, 3]) expect((await ask(nginx.port, '/apiadmin')).status).toBe(401);
  expect(countOrganisers()).toBe(3);
});

test('when an instance is killed or drains, pages go on with the other, and no GET fails', async () => {
  const race = await openFilledRace();
  const place = { ...race, settings };
  // For the restart on the same port.
  const PORT = String(await reservePort());
  const samePlace = { ...race, settings: { ...settings, PORT } };
  const [killed, drained] = await Promise.all([startWebProcess(samePlace), startWebProcess(place)]);
  const nginx = await startNginx([killed.port, drained.port]);
  // nginx skips an instance for two seconds after a 503, as after a failure.
  await Promise.all([untilReady(killed.port), untilReady(drained.port)]);
  const pages = openPages(nginx.url, 20);
  await eventuallyShowRecord(pages, race.store);
  const reads = buildReads(20);
  /** One request after another, each with another path to avoid the cache. */
  const askOften = async (name: string): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await ask(nginx.port, `/healthz?${name}${turn}`)).status).toBe(200);
    }
  };

  process.kill(killed.process.pid, 'SIGKILL');
  await askOften('killed');
  await ingestScans(race.redis, race.keys, reads.slice(0, 20));
  await eventuallyShowRecord(pages, race.store);

  const again = await startWebProcess(samePlace);
  await untilReady(again.port);
  // After two seconds nginx uses the instance again, for a new page, since it has the fewest connections.
  await eventually(async () => {
    const viewer = await connectViewer(nginx.url);
    const { text } = await ask(again.port, '/metrics');
    viewer.socket.disconnect();
    expect(text).toMatch(/^splitcast_viewers 1$/m);
  });
  // nginx counts it as failed until that connection has ended.
  await eventually(async () => {
    const { text } = await ask(again.port, '/metrics');
    expect(text).toMatch(/^splitcast_viewers 0$/m);
  });
  await askOften('back');
  drained.process.signal('SIGTERM');
  await askOften('drained');
  await ingestScans(race.redis, race.keys, reads.slice(20));
  await eventuallyShowRecord(pages, race.store);
  expect(await drained.process.exitCode).toBe(0);
});
