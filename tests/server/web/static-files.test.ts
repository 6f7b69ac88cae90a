import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import supertest from 'supertest';
import { expect, test } from 'vitest';

import { compressedPath, compressFiles, tagOfBytes } from '#server/system/compressed-forms.mjs';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ask, writeRaw } from '#tests/support/raw-http.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();

const ORGANISERS_PATHS = [...Object.values(ORGANISERS_SCREENS), '/admin/'];

test('[CL7] every screen is the page, and its files are served with their types', async () => {
  const { port } = await startWeb(await openRace());
  for (const path of ['/', '/?tab=UB', ...ORGANISERS_PATHS, '/Admin', '/BOARD/']) {
    const answer = await ask(port, path, { headers: { Accept: 'text/html' } });
    expect({ path, status: answer.status, type: answer.headers['content-type'] }).toEqual({
      path,
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  }
  const script = await ask(port, '/assets/page-4f9a.js');
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(script.text).toContain('Croeso i’r ras');
});

/** More than is sent uncompressed. */
const long = (text: string): string => text.repeat(600);

test('the compressed forms of the build are sent, and none for a file that was changed since', async () => {
  const pageRoot = createTempFolder();
  mkdirSync(join(pageRoot, 'assets'));
  writeFileSync(join(pageRoot, 'index.html'), long('<p>'));
  writeFileSync(join(pageRoot, 'assets/kept.js'), long('1;'));
  writeFileSync(join(pageRoot, 'assets/changed.js'), long('2;'));
  await compressFiles(pageRoot);
  // Distinguishable from the result of compressing it again.
  const form = compressedPath(pageRoot, tagOfBytes(Buffer.from(long('1;'))), 'br');
  writeFileSync(form, brotliCompressSync('of the build'));
  writeFileSync(join(pageRoot, 'assets/changed.js'), long('3;'));
  const { port } = await startWeb({ ...(await openRace()), pageRoot });
  const headers = { 'Accept-Encoding': 'br', Accept: '*/*' };
  expect((await ask(port, '/assets/kept.js', { headers })).text).toBe('of the build');
  expect((await ask(port, '/assets/changed.js', { headers })).text).toBe(long('3;'));
  expect((await ask(port, `/${form.slice(pageRoot.length + 1)}`, { headers })).status).toBe(404);
});

test('[CL4] a file has a strong tag, its compressed form a weak one, and a range is answered whole', async () => {
  const { port } = await startWeb(await openRace());
  const path = '/assets/page-4f9a.js';
  const plain = await ask(port, path);
  const etag = String(plain.headers.etag);
  expect(etag).toMatch(/^"/);
  const packed = await ask(port, path, { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(packed.headers.etag).toBe(`W/${etag}`);
  const part = await ask(port, path, { headers: { Range: 'bytes=100-199', 'If-Range': etag } });
  expect(part).toMatchObject({ status: 200, bytes: plain.bytes });
});

test('no path leads out of the folder of the page, or to a hidden file', async () => {
  const { port } = await startWeb(await openRace());
  const paths = [
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../../etc/passwd',
    '/assets/..%5c..%5cindex.html',
    '/.secret',
    '/%2esecret',
    '/assets/../.secret',
    '/assets/page-4f9a.js%00.png',
    '/assets',
  ];
  for (const path of paths) {
    const answer = await writeRaw(
      port,
      `GET ${path} HTTP/1.1\r\nHost: ras\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
    );
    expect([path, answer.slice(9, 12)]).toEqual([path, expect.stringMatching(/^40[04]$/)]);
    expect(answer).not.toMatch(/root:|not for anybody|Croeso/);
  }
});

test('[CL10] any site may embed the results, but no site the organisers’ screens', async () => {
  const { url } = await startWeb(await openRace());
  const http = supertest(url);
  for (const path of ['/', '/?tab=UB', '/api', '/assets/page-4f9a.js']) {
    const { headers } = await http.get(path).expect(200);
    expect(headers['content-security-policy']).not.toContain('frame-ancestors');
    expect(headers).not.toHaveProperty('x-frame-options');
  }
  for (const path of [...ORGANISERS_PATHS, '/login?next=/', '/results/2019']) {
    const { headers } = await http.get(path).set('Accept', 'text/html');
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self'.*frame-ancestors 'self'$/,
    );
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    const known = await http.get(path).set('If-None-Match', String(headers['etag']));
    expect(known.headers['x-frame-options']).toBe('SAMEORIGIN');
  }
});

test('[CL10] behind https browsers stay there', async () => {
  const race = await openRace();
  const { port } = await startWeb({
    ...race,
    settings: { PUBLIC_ORIGIN: 'https://results.example' },
  });
  const { headers } = await ask(port, '/', { headers: { Accept: 'text/html' } });
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
});
