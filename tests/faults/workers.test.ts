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

/** Asks on connections of their own, so that each worker gets its share. */
async function expectShown(port: number, head: Head): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(port, '/api')));
  for (const answer of answers) expect(JSON.parse(answer.text)).toMatchObject(head);
  expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
}

test('[EN4] two workers share the port and the race, and one that is killed is replaced', async () => {
  const race = await openRace();
  await race.store.replaceRunners(buildField(20), { by: 'x' });
  const { web, workers } = await startWorkers(race);
  await ingestScans(race.redis, race.keys, buildReads(20));
  const head = await eventually(async () => {
    // The account of a first start is a change of the race too.
    expect(await race.store.organisers.list()).toHaveLength(1);
    const now = await race.store.readHead();
    await expectShown(web.port, now);
    return now;
  });
  const viewers = await Promise.all(Array.from({ length: 8 }, () => connectViewer(web.url)));
  for (const viewer of viewers) expect(viewer.hellos[0]).toMatchObject(head);

  const listPlaces = async () => {
    const places = await race.redis.hKeys(race.keys.instances);
    expect(places).toHaveLength(2);
    return places.toSorted();
  };
  const places = await eventually(listPlaces);

  const [killed = 0] = workers;
  process.kill(killed, 'SIGKILL');
  await eventually(() => expect(findServing(web.process)).toHaveLength(3));
  // The viewers of the dead worker reconnect.
  await eventually(() => {
    for (const { socket } of viewers) expect(socket.connected).toBe(true);
  });
  await changeSettings(race.store, (config) => ({ ...config, pageTitle: 'wedyn' }), 'x');
  const { epoch, version } = await race.store.readHead();
  await eventually(async () => {
    for (const viewer of viewers) expect(viewer.configs.at(-1)?.pageTitle).toBe('wedyn');
    await expectShown(web.port, { epoch, version });
  });
  for (const viewer of viewers) {
    expect(await viewer.resume({ epoch, version })).toEqual({ current: true });
  }
  expect(await listPlaces()).toEqual(places);

  const last = listChildren(web.process.pid);
  web.process.signal('SIGTERM');
  expect(await web.process.exitCode).toBe(0);
  expect(listSurvivors(last)).toEqual([]);
});

test('[EN4] a worker that is stopped alone passes on its connections, and a client may end its side first', async () => {
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

/** Sends all, ends its side, and returns the answer. */
async function endThenRead(port: number, bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let read = '';
  socket.on('data', (chunk: Buffer) => (read += chunk.toString()));
  socket.end(bytes);
  await once(socket, 'end');
  return read;
}

test('[EN4] when all workers are full, one connection more is ended and not handed round', async () => {
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
      // One that is ended may see a reset.
      socket.on('error', () => undefined);
      return new Promise<string>((resolve) => void socket.once('close', () => resolve(read)));
    }),
  );
  // A client that connected and sends no request gets 408 when its time is up.
  const letIn = answers.filter((answer) => answer.startsWith('HTTP/1.1 408'));
  expect(letIn.length).toBeGreaterThanOrEqual(2);
  expect(letIn.length).toBeLessThanOrEqual(4);
  expect(answers.filter((answer) => answer === '')).toHaveLength(12 - letIn.length);
});

test('[EN4] whichever worker is asked gives the figures of all, or its own while another one hangs', async () => {
  const { web, workers } = await startWorkers(await openRace());
  await Promise.all(Array.from({ length: 9 }, () => connectViewer(web.url)));
  const readFigure = async (name: string): Promise<Record<string, number>> => {
    const { text } = await ask(web.port, '/metrics');
    const lines = text.matchAll(new RegExp(`^${name}\\{worker="(\\w+)"\\} (\\d+)`, 'gm'));
    return Object.fromEntries(
      Array.from(lines, ([, worker = '', value]) => [worker, Number(value)]),
    );
  };

  // One that takes longer than five seconds has the others left out, which on a busy machine any of them may.
  await eventually(async () => {
    // On connections of their own, so that each worker is asked.
    const asking = Array.from({ length: 4 }, () => readFigure('splitcast_viewers'));
    for (const viewers of await Promise.all(asking)) {
      expect(Object.keys(viewers)).toEqual(['1', '2']);
      expect((viewers['1'] ?? 0) + (viewers['2'] ?? 0)).toBe(9);
    }
  });

  process.kill(workers[1] ?? 0, 'SIGSTOP');
  // One connection is handed to the one that hangs and is not answered; all others go to the first.
  const asked: Promise<Record<string, number>>[] = [];
  await eventually(async () => {
    asked.push(readFigure('splitcast_viewers'), readFigure('splitcast_viewers'));
    expect(Object.keys(await Promise.any(asked.slice(-2)))).toEqual(['1']);
  });
  process.kill(workers[1] ?? 0, 'SIGCONT');
  await Promise.all(asked);
});

test('[PR21] a wish to end that reaches the workers twice lets them drain all the same', async () => {
  const race = await openRace();
  const { web, workers } = await startWorkers({ ...race, settings: DRAINS_TO_THE_END });
  const underWay = [await sendHalf(web.port), await sendHalf(web.port)];
  // As a service manager does to every process of the service.
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

test('workers that die soon after their start over and over are not replaced for ever', async () => {
  const { web } = await startWorkers({
    ...(await openRace()),
    // However long a busy machine takes to start one, its life is short.
    settings: { SPLITCAST_TIMING: '{"replacePauseMs":100,"soundLifeMs":3600000}' },
  });
  const killed = new Set<number>();
  await eventually(
    () => {
      for (const pid of listChildren(web.process.pid)) {
        if (!killed.has(pid)) process.kill(pid, 'SIGKILL');
        killed.add(pid);
      }
      expect(web.process.running).toBe(false);
    },
    { intervalMs: 50 },
  );
  expect(await web.process.exitCode).toBe(1);
  expect(killed.size).toBe(10);
  // The same of the second worker is the same line.
  expect(web.process.stderr).toMatch(/was ended by SIGKILL, .* not replaced any more/);
});

test('a worker that is killed before it served ends the start with a message', async () => {
  // It stops as it begins, so that it never serves, however late it is killed.
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

test('workers do not outlive a service that is killed', async () => {
  const { web, workers } = await startWorkers(await openRace());
  await web.process.kill('SIGKILL');
  await eventually(() => expect(listSurvivors(workers)).toEqual([]));
  await expect(ask(web.port, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
});
