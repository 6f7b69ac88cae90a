import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { countWaitingBytes } from '#server/web/sockets/connection.ts';
import { connectDeafViewer, encodeFrame, joinByHand } from '#tests/support/deaf-viewer.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { connectViewer, type Viewer } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();

/** The websocket of the real client, for messages that no client sends. */
interface Wire {
  send(frame: string | Uint8Array): void;
  ping(): void;
}

function wireOf(viewer: Viewer): Wire {
  const engine = viewer.socket.io.engine as unknown as { transport: { ws: Wire } };
  return engine.transport.ws;
}

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

async function serve(field: number, settings: Readonly<Record<string, string>> = {}) {
  const race = await openRace();
  await stageRace(race, { runners: buildField(field) });
  return { race, web: await startWeb({ ...race, settings }) };
}

test('[PR14] for a viewer who does not read its answers hardly any delta waits', async () => {
  const { race, web } = await serve(100);
  // On a busy machine a viewer that answers no ping would be gone before all is asked and answered.
  web.context.sockets.engine.opts.pingInterval = 120_000;
  const { head } = web.context.race;
  await ingestScans(race.redis, race.keys, buildReads(100));
  await eventually(() => expect(web.context.race.head.version).toBeGreaterThan(head.version));
  const deaf = await connectDeafViewer(web.port);
  const [{ conn } = expect.fail()] = [...web.context.sockets.of('/').sockets.values()];
  const { transport } = conn as unknown as { transport: { writable: boolean } };
  // The system takes nothing more, as when its buffers are full.
  transport.writable = false;
  const answered = async () => ({
    results: await web.readMetric('splitcast_resumes_total{answer="results"}'),
    resync: await web.readMetric('splitcast_resumes_total{answer="resync"}'),
  });
  for (let id = 1; id <= 16; id += 1) deaf.send(`42${id}["resume",${JSON.stringify(head)}]`);
  await eventually(async () => {
    const { results, resync } = await answered();
    expect(results + resync).toBe(16);
  });
  expect((await answered()).results).toBeLessThan(4);
  expect(countWaitingBytes(conn)).toBeLessThan(100_000);
});

const FLOODS: readonly (readonly [what: string, send: (wire: Wire) => void])[] = [
  ['messages nobody knows', (wire) => wire.send('42["shout"]')],
  ['resumes of a wrong form', (wire) => wire.send('42["resume"]')],
  ['connects to a namespace that is not there', (wire) => wire.send('40/nowhere,')],
  ['answers to pings', (wire) => wire.send('3')],
  ['pings of the websocket', (wire) => wire.ping()],
];

test.each(FLOODS)(
  '[PR22] a connection that sends %s without end is broken off',
  async (_, send) => {
    const { web } = await serve(1);
    const [viewer, bystander] = [await connectViewer(web.url), await connectViewer(web.url)];
    const wire = wireOf(viewer);
    for (let i = 0; i < 1_000; i += 1) send(wire);
    // Its page is back, and nobody else noticed.
    await eventually(() => expect(viewer.hellos).toHaveLength(2));
    expect(await web.readMetric('splitcast_floods_total')).toBe(1);
    const { head } = web.context.race;
    expect(await viewer.resume(head)).toEqual({ current: true });
    expect(await bystander.resume(head)).toEqual({ current: true });
    expect(bystander.hellos).toHaveLength(1);
  },
);

const UNFIT: readonly (readonly [what: string, frame: string | Uint8Array])[] = [
  ['a ping, which only the server sends', '2'],
  ['bytes', new Uint8Array([7, 7])],
  ['a packet of the layer above that is none', '4zzz'],
];

test.each(UNFIT)('[PR22] a connection that sends %s is broken off at once', async (_, content) => {
  const { web } = await serve(1);
  // It answers no close frame, and goes on.
  const socket = await joinByHand(web.port);
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve());
  });
  socket.write(encodeFrame(content));
  socket.resume();
  await closed;
  expect(socket.destroyed).toBe(true);
});

test('[PR22] a refused handshake is answered, and ends the connection it came on', async () => {
  const { web } = await serve(1);
  const viewer = await connectViewer(web.url);
  const connect = (): void => {
    const token = randomBytes(32).toString('base64url');
    wireOf(viewer).send(`40/admin,${JSON.stringify({ token })}`);
  };
  for (let i = 0; i < 20; i += 1) connect();
  await eventually(() => expect(viewer.hellos).toHaveLength(2));
  // Messages in progress with the first may arrive before it has ended.
  expect(viewer.frames).toContainEqual(expect.stringContaining('"status":401'));
});

test('[PR24] one address, as given by the proxy, has a limited number of places, and gets them back', async () => {
  const { web } = await serve(1, { TRUST_PROXY: '1', MAX_VIEWERS_PER_ADDRESS: '2' });
  const first = await connectViewer(web.url, from('192.0.2.1'));
  await connectViewer(web.url, from('6.6.6.6, 192.0.2.1'));
  const third = await connectViewer(web.url, { ...from('192.0.2.1'), waitForHello: false });
  const refused = () => web.readMetric('splitcast_refused_connections_total');
  await eventually(async () => expect(await refused()).toBeGreaterThan(0));
  expect(third.hellos).toHaveLength(0);
  await connectViewer(web.url, from('192.0.2.2'));
  first.socket.disconnect();
  await eventually(() => expect(third.hellos).toHaveLength(1));
});

test('[PR24] all addresses together have a limited number of places', async () => {
  const { web } = await serve(1, { TRUST_PROXY: '1', MAX_VIEWERS: '1' });
  const first = await connectViewer(web.url, from('192.0.2.1'));
  const second = await connectViewer(web.url, { ...from('192.0.2.2'), waitForHello: false });
  await eventually(async () => {
    expect(await web.readMetric('splitcast_refused_connections_total')).toBeGreaterThan(0);
  });
  expect(second.hellos).toHaveLength(0);
  first.socket.disconnect();
  await eventually(() => expect(second.hellos).toHaveLength(1));
});

test('[PR24] the request that opened a connection is dropped once its address is counted', async () => {
  const { web } = await serve(1);
  const viewer = await connectViewer(web.url);
  const [{ conn } = expect.fail()] = [...web.context.sockets.of('/').sockets.values()];
  expect(conn.request).toBeUndefined();
  // A namespace that is joined later is joined without it.
  const admin = viewer.socket.io.socket('/admin');
  const refusals: unknown[] = [];
  admin.on('connect_error', (error) => refusals.push(error));
  admin.connect();
  await eventually(() => expect(refusals).toMatchObject([{ data: { status: 401 } }]));
});
