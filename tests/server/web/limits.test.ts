import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

import { Router } from 'express';
import { expect, onTestFinished, test } from 'vitest';

import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ask, writeRaw } from '#tests/support/raw-http.ts';
import { serveApp } from '#tests/support/serve-app.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

/** Details an answer must not give away: a stack, a path, the server's software. */
const INDISCREET =
  /\bat .*:\d+|node_modules|node:|\/work|\/tmp|\/root|\.ts\b|\.js:|Error:|express/i;

const JSON_HEADERS = { Accept: 'application/json' };

test('[CL7] unknown addresses are 404', async () => {
  const { port } = await startWeb(await openRace());
  for (const path of ['/apix', '/api/x', '/assets/none.js', '/socket.io']) {
    const { status, text } = await ask(port, path, { headers: JSON_HEADERS });
    expect([status, text]).toEqual([404, '{"error":"There is nothing at this address."}']);
  }
  // A person who follows an old link gets the page, a robot the status.
  const page = await ask(port, '/results/2019', { headers: { Accept: 'text/html' } });
  expect(page.status).toBe(404);
  expect(page.text).toContain('<!doctype html>');
});

test('[CL7] other methods and malformed paths are refused, change nothing, and reveal nothing', async () => {
  const { port, context } = await startWeb(await openRace());
  const before = context.race.head;
  const others = ['PUT', 'PROPFIND', 'TRACE'].map((method) => ['/api', method] as const);
  const malformed = ['/%', '/%ff%fe', '/%00', '/%2e%2e/%2e%2e/etc/passwd', '//evil.example/x'];
  malformed.push(`/${'x'.repeat(8_000)}`, '/\\..\\x', `/api?${'x'.repeat(20_000)}`);
  const refused = [...others, ...malformed.map((path) => [path, 'GET'] as const)];
  for (const [path, method] of refused) {
    const { status, text } = await ask(port, path, { method, headers: JSON_HEADERS });
    const isRefused = [400, 401, 404, 405, 414, 431].includes(status);
    expect({ method, path, isRefused }).toEqual({ method, path, isRefused: true });
    expect(text).not.toMatch(INDISCREET);
  }
  expect(await context.store.readHead()).toEqual(before);
});

test('[CL7] malformed queries are ignored', async () => {
  const { port } = await startWeb(await openRace());
  const queries = ['?%', '?a[b][c]=1', '?__proto__[polluted]=1', `?${'a=1&'.repeat(3_000)}`];
  for (const query of queries) {
    expect([query, (await ask(port, `/api${query}`)).status]).toEqual([query, 200]);
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('[CL7] a target that is no address is answered like any unknown one, without a warning on the terminal', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const { port } = await startWeb(await openRace());
  const targets = [
    'http://[::bad/config',
    'http://ras:99999/config',
    'x://ras',
    '//a@b:bad/#x',
    '//a@b##',
  ];
  for (const target of targets) {
    const { status, headers } = await ask(port, target);
    expect([target, status]).toEqual([target, 404]);
    expect(headers).toHaveProperty(SERVER_TIME_HEADER);
  }
  expect(warnings).toEqual([]);
});

test('anything but HTTP is refused, and others are served', async () => {
  const { port } = await startWeb(await openRace());
  const requests = [
    'GET / HTTP/9.9\r\n\r\n',
    'GET /api HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
    `GET /api HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`,
  ];
  for (const text of requests) {
    const answer = await writeRaw(port, text);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(INDISCREET);
  }
  expect((await ask(port, '/api')).status).toBe(200);
});

test('[CL7] an internal fault is answered in one sentence, and logged whole', async () => {
  const faults = Router();
  faults.get('/thrown', () => {
    throw new Error('secret of /srv/app/faults.ts');
  });
  faults.get('/rejected', () => Promise.reject(new TypeError('secret')));
  faults.get('/text', () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a package may throw anything
    throw 'secret';
  });
  const { port, lines } = await serveApp({ routes: [faults] });
  const findFailed = () =>
    lines.filter((line) => line.level === 50 && line.msg === 'Request failed');
  for (const path of ['/thrown', '/rejected', '/text']) {
    const answer = await ask(port, path);
    expect({ path, status: answer.status }).toEqual({ path, status: 500 });
    const { error } = JSON.parse(answer.text) as { error: string };
    expect(error).toBe('Something went wrong here. Try again in a moment.');
    expect(findFailed().at(-1)).toMatchObject({ path });
  }
  expect(JSON.stringify(findFailed()).match(/secret/g)?.length).toBeGreaterThanOrEqual(3);
});

test('headers sent a byte at a time are not waited for, an idle connection is kept longer', async () => {
  const { port } = await startWeb(await openRace());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const askAgain = async (): Promise<boolean> => {
    const asking = request({ host: '127.0.0.1', port, path: '/healthz', agent }).end();
    const [response] = (await once(asking, 'response')) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, 'end');
    return asking.reusedSocket;
  };
  expect(await askAgain()).toBe(false);

  const slow = connect(port, '127.0.0.1');
  onTestFinished(() => void slow.destroy());
  slow.write('GET /api HTTP/1.1\r\nX: ');
  const drip = setInterval(() => slow.write('y'), 200);
  onTestFinished(() => clearInterval(drip));
  slow.on('error', () => undefined);
  slow.resume();
  await once(slow, 'close');

  expect(await askAgain()).toBe(true);
});

test('[CL7] a body that goes on without end after its answer ends the connection', async () => {
  const { port } = await startWeb(await openRace());
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve());
  });
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  const headers = ['Host: ras', 'Content-Type: text/plain', 'Transfer-Encoding: chunked'];
  socket.write(['POST /auth/login HTTP/1.1', ...headers, '\r\n'].join('\r\n'));
  const chunks = '1\r\nx\r\n'.repeat(8_000);
  const goOn = (): void => {
    while (!socket.destroyed && socket.write(chunks));
    socket.once('drain', goOn);
  };
  goOn();
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 415 /);
});
