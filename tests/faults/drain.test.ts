import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { DRAINS_TO_THE_END, sendHalf } from '#tests/support/half-sent.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { ask } from '#tests/support/raw-http.ts';
import { listSurvivors } from '#tests/support/running-processes.ts';
import { connectViewer } from '#tests/support/viewer.ts';
import { spawnWeb, startWebProcess, startWorkers } from '#tests/support/web-process.ts';

const { openRace } = provideFileRedis();

/** An idle connection after one answer, as browsers keep them. */
async function stayIdle(port: number): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET /healthz HTTP/1.1\r\nHost: ras\r\n\r\n');
  await once(socket, 'data');
  return { closed: once(socket, 'close') };
}

test('[PR21] on SIGTERM viewers are disconnected, a request under way is answered, and the process ends with 0', async () => {
  const race = await openRace();
  const web = await startWebProcess({
    ...race,
    settings: { ...DRAINS_TO_THE_END, LOG_LEVEL: 'error' },
  });
  await eventually(async () => expect((await ask(web.port, '/readyz')).status).toBe(200));
  const viewer = await connectViewer(web.url);
  const reasons: string[] = [];
  viewer.socket.on('disconnect', (reason) => reasons.push(reason));
  const idle = await stayIdle(web.port);
  const underWay = await sendHalf(web.port);
  // A slow start reports Redis as away for a moment.
  const logged = web.process.stderr;

  web.process.signal('SIGTERM');
  await idle.closed;
  await eventually(() => expect(reasons).toEqual(['transport close']));
  await expect(ask(web.port, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
  expect(web.process.running).toBe(true);
  underWay.finish();
  // `Connection: close` keeps a load balancer from using the connection again.
  expect(await underWay.answer).toMatch(
    /^HTTP\/1\.1 401 (?:.+\r\n)+Connection: close\r\n(?:.+\r\n)*\r\n\{"error":/im,
  );
  expect(await web.process.exitCode).toBe(0);
  expect(web.process.stderr).toBe(logged);
});

test('neither an endless request nor a hanging worker delays the end for long', async () => {
  const settings = { SPLITCAST_TIMING: '{"drainMs":1000}' };
  const [web, { web: shared, workers }] = await Promise.all([
    startWebProcess({ ...(await openRace()), settings }),
    startWorkers({ ...(await openRace()), settings }),
  ]);
  const underWay = await sendHalf(web.port);
  process.kill(workers[0] ?? 0, 'SIGSTOP');

  web.process.signal('SIGTERM');
  shared.process.signal('SIGTERM');
  expect(await web.process.exitCode).toBe(0);
  expect(await underWay.answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  expect(await shared.process.exitCode).toBe(0);
  expect(listSurvivors(workers)).toEqual([]);
});

test('[CF11] SIGTERM ends a service that is still waiting for Redis', async () => {
  const url = `redis://127.0.0.1:${await reservePort()}`;
  const settings = { LOG_LEVEL: 'fatal' };
  const web = await startWebProcess({ url, raceKey: uniqueRaceKey(), settings });
  expect((await ask(web.port, '/readyz')).status).toBe(503);
  web.process.signal('SIGTERM');
  expect(await web.process.exitCode).toBe(0);
  expect(web.process.stderr).toBe('');
});

test('[EN3] a start that cannot succeed prints one plain message and ends with 1', async () => {
  const race = await openRace();
  const { port } = await startWebProcess(race);
  const isTaken = /^Port \d+ is taken by another program\.\n.*PORT=\d+ npm start\n$/;
  const starts: [Readonly<Record<string, string>>, RegExp][] = [
    [{ PORT: String(port) }, isTaken],
    [{ PORT: String(port), WORKERS: '2' }, isTaken],
    [{ HOST: '192.0.2.1' }, /^Port 0 of "192\.0\.2\.1" cannot be opened: .*\.\n.*HOST.*\n$/],
    [{ WORKERS: 'many' }, /^WORKERS is "many", but must be .*\.\n$/],
  ];
  const started = starts.map(([settings, message]) => ({
    web: spawnWeb({ ...race, settings }),
    message,
  }));
  for (const { web, message } of started) {
    expect(await web.exitCode).toBe(1);
    expect(web.stderr).toMatch(message);
  }
});
