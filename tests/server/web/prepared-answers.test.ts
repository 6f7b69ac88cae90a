import { Router } from 'express';
import { expect, test } from 'vitest';

import { CachedBody } from '#server/web/cached-body.ts';
import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { ask, type Question, writeRaw } from '#tests/support/raw-http.ts';
import { serveApp } from '#tests/support/serve-app.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

async function openServedRace(settings: Readonly<Record<string, string>> = {}) {
  const race = await openRace();
  await stageRace(race, { runners: buildField(30), scans: buildReads(30).slice(0, 60) });
  return startWeb({ ...race, settings });
}

const PREPARED = ['/', '/api?v=1', '/api/compact', '/config', '/assets/page-4f9a.js'];
const ACCEPT = 'text/html,*/*;q=0.8';
const QUESTIONS: Question[] = [
  { headers: { Accept: ACCEPT } },
  { headers: { Accept: ACCEPT, 'Accept-Encoding': 'gzip, deflate, br' } },
  { headers: { Accept: ACCEPT, 'Accept-Encoding': 'br;q=0.2, gzip' }, method: 'HEAD' },
  { headers: { Accept: ACCEPT, 'If-None-Match': '*' } },
  { headers: { Accept: ACCEPT, Host: 'laptop.local:3000', 'X-Forwarded-Host': 'a.example' } },
  { headers: { Accept: ACCEPT, Host: 'a"b c' } },
];

test.each<[string, Record<string, string>]>([
  ['over plain HTTP', {}],
  ['behind HTTPS', { PUBLIC_ORIGIN: 'https://results.example', TRUST_PROXY: '1' }],
])('[CL5] prepared answers have the headers and bytes of the routes: %s', async (_, settings) => {
  const { port } = await openServedRace(settings);
  const read = async (target: string, question: Question) => {
    const { status, headers, bytes } = await ask(port, target, question);
    const { date, [SERVER_TIME_HEADER]: timeMs, ...lasting } = headers;
    expect([typeof date, Number(timeMs) > 0]).toEqual(['string', true]);
    // The moment in which the body was made.
    const text = bytes.toString('latin1').replace(/"serverTime":\d+/, '');
    return { status, headers: lasting, text };
  };
  for (const path of PREPARED) {
    for (const question of QUESTIONS) {
      // A body can be replaced between the two.
      await eventually(async () => {
        const prepared = await read(path, question);
        // A whole URL is not looked up, so the routes answer it.
        const routed = await read(`http://ras${path}`, question);
        expect({ path, question, ...prepared }).toEqual({ path, question, ...routed });
      });
    }
  }
});

test('[CL5] the headers of a prepared answer are these', async () => {
  const { port } = await openServedRace();
  const asked = 'GET /api HTTP/1.1\r\nHost: ras\r\nAccept-Encoding: br\r\n';
  const [head = ''] = (await writeRaw(port, `${asked}Connection: close\r\n\r\n`)).split('\r\n\r\n');
  const [line, ...headers] = head.split('\r\n');
  expect(line).toBe('HTTP/1.1 200 OK');
  expect(headers.map((header) => header.replace(/\d{2,}|W\/".*"|, \d+ .*GMT$/g, '…'))).toEqual([
    "Content-Security-Policy: default-src 'self';script-src 'self';style-src 'self';img-src 'self' blob: data:;connect-src 'self';worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-src 'none'",
    'Cross-Origin-Resource-Policy: same-origin',
    'Referrer-Policy: no-referrer',
    'X-Content-Type-Options: nosniff',
    'X-DNS-Prefetch-Control: off',
    'X-Download-Options: noopen',
    'X-Permitted-Cross-Domain-Policies: none',
    'X-XSS-Protection: 0',
    'x-server-time: …',
    'ETag: …',
    'Cache-Control: public, max-age=0, s-maxage=1',
    'Vary: Accept-Encoding',
    'Content-Type: application/json; charset=utf-8',
    'Content-Length: …',
    'Content-Encoding: br',
    expect.stringMatching(/^Date: \w{3}…?$/) as unknown,
    'Connection: close',
  ]);
});

/** A prepared address, before routes that log their requests. */
async function openPrepared(getBody: () => CachedBody | undefined) {
  const routed: string[] = [];
  const routes = Router();
  routes.use((req, res) => {
    routed.push(`${req.method} ${req.url}`);
    res.end('routed');
  });
  const prepared = [{ path: '/kept', policy: 'shared', getBody } as const];
  return { ...(await serveApp({ routes: [routes], prepared }, { LOG_LEVEL: 'info' })), routed };
}

const KEPT = new CachedBody({ etag: '"a"', bytes: Buffer.from('{"kept":true}') });

test('[CL5] a crowd is answered without the routes, which get every unusual request', async () => {
  const { port, routed } = await openPrepared(() => KEPT);
  for (const [path, question] of [
    ['/kept', {}],
    ['/kept?any=1', { method: 'HEAD' }],
    ['/kept', { headers: { 'If-None-Match': '"a"' } }],
  ] as const) {
    await ask(port, path, question);
  }
  expect(routed).toEqual([]);
  for (const [path, question] of [
    ['/kept/', {}],
    ['/KEPT', {}],
    ['/kept', { method: 'POST' }],
    ['/__proto__', {}],
  ] as const) {
    expect((await ask(port, path, question)).text).toBe('routed');
  }
  expect(routed).toHaveLength(4);
});

test('[CL5] without a prepared body the routes answer', async () => {
  const none = await openPrepared(() => undefined);
  expect((await ask(none.port, '/kept')).text).toBe('routed');
  const broken = new CachedBody({ etag: '"a"', bytes: Buffer.from('') });
  broken.encode = () => Promise.reject(new Error('no memory'));
  const failing = await openPrepared(() => broken);
  expect((await ask(failing.port, '/kept')).text).toBe('routed');
  const faulty = await openPrepared(() => {
    throw new Error('a fault inside');
  });
  expect((await ask(faulty.port, '/kept')).text).toBe('routed');
});

test('[PR20] the time of the server is that of sending, also after waiting for the body', async () => {
  const slow = new CachedBody({ etag: '"a"', bytes: Buffer.from('') });
  let sentMs = Infinity;
  slow.encode = async () => {
    const startMs = Date.now();
    await eventually(() => expect((sentMs = Date.now())).toBeGreaterThan(startMs));
    return Buffer.from('late');
  };
  const { port } = await openPrepared(() => slow);
  const { headers } = await ask(port, '/kept');
  expect(Number(headers[SERVER_TIME_HEADER])).toBeGreaterThanOrEqual(sentMs);
});

test('[CL5] prepared answers check proxies like all others', async () => {
  const quiet = await openPrepared(() => KEPT);
  await ask(quiet.port, '/kept', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
  await ask(quiet.port, '/kept', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
  expect(quiet.lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/TRUST_PROXY is 0/)]);
});

test('[CL5] an instance that ends closes the connection after a prepared answer too', async () => {
  const { port, context } = await openServedRace();
  const asked = 'GET /api HTTP/1.1\r\nHost: ras\r\n\r\n';
  context.answers.endConnections();
  expect(await writeRaw(port, asked)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
});
