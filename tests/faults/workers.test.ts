import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, test } from 'vitest';

import type { Head } from '#shared/wire/http-api.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { DRAINS_TO_THE_END, sendHalf } from '#tests/support/half-sent.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { ask, isListening } from '#tests/support/raw-http.ts';
import { listChildren, listSurvivors } from '#tests/support/running-processes.ts';
import { connectViewer } from '#tests/support/viewer.ts';
import { findServing, spawnWeb, startWorkers } from '#tests/support/web-process.ts';

const { openRace } = provideFileRedis();

/** Each request has its own connection, so that they reach both workers. */
async function expectShown(port: number, head: Head): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(port, '/api')));
  for (const answer of answers) expect(JSON.parse(answer.text)).toMatchObject(head);
  expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
}

test('[EN4] two workers share the port and the race, and a killed one is replaced', async () => {
  const race = await openRace();
  await race.store.replaceRunners(buildField(20), { by: 'x' });
  const { web, workers } = await startWorkers(race);
  await ingestScans(race.redis, race.keys, buildReads(20));
  const head = await eventually(async () => {
    // The account of the first start is a change too.
    expect(await race.store.organisers.list()).toHaveLength(1);
    const now = await race.store.readHead();
    await expectShown(web.port, now);
    return now;
  });
  const viewers = await Promise.all(Array.from({ length: 8 }, () => connectViewer(web.url)));
  for (const viewer of viewers) expect(viewer.hellos[0]).toMatchObject(head);

  const [killed = 0] = workers;
  process.kill(killed, 'SIGKILL');
  await eventually(() => expect(findServing(web.process)).toHaveLength(3));
  // The viewers of the dead worker reconnect.
  await eventually(() => {
    for (const { socket } of viewers) expect(socket.connected).toBe(true);
  });
  await changeSettings(race.store, (config) => ({ ...config, pageTitle: 'wedyn' }), 'x');
  const changed = await race.store.readHead();
  await eventually(async () => {
    for (const viewer of viewers) expect(viewer.configs.at(-1)?.pageTitle).toBe('wedyn');
    await expectShown(web.port, changed);
  });

  const last = listChildren(web.process.pid);
  web.process.signal('SIGTERM');
  expect(await web.process.exitCode).toBe(0);
  expect(listSurvivors(last)).toEqual([]);
});

test('[EN4] a worker stopped alone leaves new connections to the others, and clients may half-close theirs', async () => {
  const race = await openRace();
  const { web, workers } = await startWorkers({ ...race, settings: DRAINS_TO_THE_END });
  const underWay = [await sendHalf(web.port), await sendHalf(web.port)];
  process.kill(workers[0] ?? 0, 'SIGTERM');
  const asked = 'GET /healthz HTTP/1.1\r\nHost: ras\r\nConnection: close\r\n\r\n';
  const answers = Array.from({ length: 20 }, () => endThenRead(web.port, asked));
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  // The other worker keeps the connection open for the next request.
  for (const request of underWay) request.finish();
  expect(await Promise.race(underWay.map(({ answer }) => answer))).toMatch(/HTTP\/1\.1 401 /);
});

/** Sends the bytes, half-closes the connection, and returns the answer. */
async function endThenRead(port: number, bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let read = '';
  socket.on('data', (chunk: Buffer) => (read += chunk.toString()));
  socket.end(bytes);
  await once(socket, 'end');
  return read;
}

test('[EN4] when all workers are full further connections are closed, not passed from worker to worker', async () => {
  const { web } = await startWorkers({
    ...(await openRace()),
    // Two connections each, from any address.
    settings: { MAX_VIEWERS: '1', TRUST_PROXY: '1' },
  });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => {
      const socket = connect(web.port, '127.0.0.1');
      let read = '';
      socket.on('data', (bytes) => (read += bytes.toString()));
      // A closed connection may be reset.
      socket.on('error', () => undefined);
      return new Promise<string>((resolve) => void socket.once('close', () => resolve(read)));
    }),
  );
  // An accepted connection without a request times out with 408.
  const accepted = answers.filter((answer) => answer.startsWith('HTTP/1.1 408'));
  expect(accepted.length).toBeGreaterThanOrEqual(2);
  expect(accepted.length).toBeLessThanOrEqual(4);
  expect(answers.filter((answer) => answer === '')).toHaveLength(12 - accepted.length);
});

test('[EN4] each worker reports the metrics of all, or only its own while another one hangs', async () => {
  const { web, workers } = await startWorkers(await openRace());
  await Promise.all(Array.from({ length: 9 }, () => connectViewer(web.url)));
  const readFigure = async (name: string): Promise<Record<string, number>> => {
    const { text } = await ask(web.port, '/metrics');
    const lines = text.matchAll(new RegExp(`^${name}\\{worker="(\\w+)"\\} (\\d+)`, 'gm'));
    return Object.fromEntries(
      Array.from(lines, ([, worker = '', value]) => [worker, Number(value)]),
    );
  };

  // A busy machine may exceed the limit of five seconds, after which a worker reports alone.
  await eventually(async () => {
    // Each request has its own connection, so that they reach both workers.
    const asking = Array.from({ length: 4 }, () => readFigure('splitcast_viewers'));
    for (const viewers of await Promise.all(asking)) {
      expect(Object.keys(viewers)).toEqual(['1', '2']);
      expect((viewers['1'] ?? 0) + (viewers['2'] ?? 0)).toBe(9);
    }
  });

  process.kill(workers[1] ?? 0, 'SIGSTOP');
  // One connection goes to the hanging worker and gets no answer; all others go to the first.
  const asked: Promise<Record<string, number>>[] = [];
  await eventually(async () => {
    asked.push(readFigure('splitcast_viewers'), readFigure('splitcast_viewers'));
    expect(Object.keys(await Promise.any(asked.slice(-2)))).toEqual(['1']);
  });
  process.kill(workers[1] ?? 0, 'SIGCONT');
  await Promise.all(asked);
});

test('[PR21] workers drain even if SIGTERM reaches them twice', async () => {
  const race = await openRace();
  const { web, workers } = await startWorkers({ ...race, settings: DRAINS_TO_THE_END });
  const underWay = [await sendHalf(web.port), await sendHalf(web.port)];
  // As a service manager signals every process of the service.
  for (const pid of workers) process.kill(pid, 'SIGTERM');
  web.process.signal('SIGTERM');
  await eventually(async () => expect(await isListening(web.port)).toBe(false));
  expect(listSurvivors(workers)).toEqual(workers);
  for (const request of underWay) {
    request.finish();
    expect(await request.answer).toMatch(/HTTP\/1\.1 401 /);
  }
  expect(await web.process.exitCode).toBe(0);
  expect(listSurvivors(workers)).toEqual([]);
});

test('a worker killed before it served ends the start with a message', async () => {
  // It stops at once, so that it never serves before it is killed.
  const stops =
    "import{isWorker}from'node:cluster';if(isWorker)process.kill(process.pid,'SIGSTOP')";
  const settings = { WORKERS: '2', NODE_OPTIONS: `--import=data:text/javascript,${stops}` };
  const web = spawnWeb({ ...(await openRace()), settings });
  const [first = 0] = await eventually(() => {
    const children = listChildren(web.pid);
    expect(children).toHaveLength(1);
    return children;
  });
  process.kill(first, 'SIGKILL');
  expect(await web.exitCode).toBe(1);
  expect(web.stdout).toBe('');
  expect(web.stderr).toMatch(/^A web worker was ended by SIGKILL before it served\.\n.+\n$/);
});

test('workers do not outlive a killed service', async () => {
  const { web, workers } = await startWorkers(await openRace());
  await web.process.kill('SIGKILL');
  await eventually(() => expect(listSurvivors(workers)).toEqual([]));
  await expect(ask(web.port, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
});
