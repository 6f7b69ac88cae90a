import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';

import { onTestFinished, expect, test } from 'vitest';

import { findOld, listBackups, nameBackup } from '#server/cli/backup-place.ts';
import { FolderPlace } from '#server/cli/folder-place.ts';
import { StorePlace } from '#server/cli/store-place.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { HANGS_MS } from '#tests/support/hangs.ts';
import { listenInTest } from '#tests/support/listen.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { reservePort } from '#tests/support/free-port.ts';

const SECRET = 'a-secret-of-the-tests';

function openPlace(port: number, times = { idleMs: HANGS_MS, mostMs: HANGS_MS }): StorePlace {
  const place = new StorePlace(
    { bucket: 'races', prefix: '2026' },
    {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a-key', secretAccessKey: SECRET },
    },
    times,
  );
  onTestFinished(() => place.close());
  return place;
}

/** A store that answers each call in its own way. */
async function serve(answer: RequestListener, times?: Parameters<typeof openPlace>[1]) {
  return openPlace(await listenInTest(createServer(answer)), times);
}

const fault = (code: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${SECRET}</Message></Error>`;

async function whyNot(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error('It was done.'),
    (reason: unknown) => reason,
  );
  expect(error).toHaveProperty('name', 'CommandError');
  const { message } = error as Error;
  expect(message).not.toContain(SECRET);
  expect(message).not.toContain('a-key');
  return message;
}

const SHORT = { idleMs: 50, mostMs: HANGS_MS };

test('[BK8] a store that takes a connection and never answers is given up', async () => {
  const place = await serve(() => undefined, SHORT);
  expect(await whyNot(place.list(''))).toContain('without a sign of life');
  expect(await whyNot(place.put('a.gz', Buffer.alloc(100)))).toContain('does not answer');
});

test('[BK8] one that gives a sign of life now and then, and never an answer, is given up in all', async () => {
  const place = await serve(
    (_request, response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(drops));
    },
    { idleMs: HANGS_MS, mostMs: 300 },
  );
  expect(await whyNot(place.get('a.gz'))).toContain('in all');
});

test('[BK8] one that stops in the middle of a file is given up', async () => {
  const place = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('the beginning');
  }, SHORT);
  expect(await whyNot(place.get('a.gz'))).toMatch(/does not answer|cannot be reached/);
});

test('[BK8] a connection that is cut is tried again, and told when it always is', async () => {
  let calls = 0;
  const place = await serve((request, response) => {
    calls += 1;
    // In the middle of what is sent.
    if (calls === 1) request.once('data', () => request.socket.destroy());
    else request.resume().once('end', () => response.end());
  });
  await place.put('a.gz', Buffer.alloc(1_000_000));
  expect(calls).toBe(2);
  const cutting = await serve((request) => request.socket.destroy());
  expect(await whyNot(cutting.put('a.gz', Buffer.alloc(1_000_000)))).toContain('cannot be reached');
  const inFile = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('the beginning', () => response.destroy());
  });
  expect(await whyNot(inFile.get('a.gz'))).toContain('cannot be reached');
});

test('[BK8] no store at the address, and what is none, are told', async () => {
  const port = await reservePort();
  await expect(whyNot(openPlace(port).list(''))).resolves.toContain('(ECONNREFUSED)');
  const page = await serve((_request, response) => response.end('<html><p>Welcome'));
  expect(await whyNot(page.list(''))).toContain('what is not understood');
});

test.each([
  [503, 'SlowDown', 'cannot do it now (503 SlowDown)'],
  [500, 'InternalError', 'cannot do it now (500 InternalError)'],
  [502, '', 'cannot do it now (502'],
  [507, 'InsufficientStorage', 'has no room for the bucket races'],
  [507, 'XMinioStorageFull', 'has no room for the bucket races'],
  [403, 'QuotaExceeded', 'has no room for the bucket races'],
  [413, '', 'has no room for the bucket races'],
  [403, 'RequestTimeTooSkewed', 'Let its clock take its time'],
  [403, 'InvalidAccessKeyId', 'refuses the key (403 InvalidAccessKeyId)'],
  [400, 'ExpiredToken', 'refuses the key (400 ExpiredToken)'],
  [301, 'PermanentRedirect', 'Set AWS_REGION'],
  [404, 'NoSuchBucket', 'has no bucket races'],
  [418, 'Teapot', 'what is not understood (418 Teapot)'],
])('[BK8] %s %s says what to do', async (status, code, said) => {
  const place = await serve((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(code === '' ? '' : fault(code));
    });
  });
  expect(await whyNot(place.put('a.gz', Buffer.alloc(10)))).toContain(said);
});

test('[BK7] a file that comes garbled is refused', async () => {
  const sha256 = createHash('sha256').update('what was put').digest('hex');
  const place = await serve((_request, response) => {
    response.setHeader('x-amz-meta-sha256', sha256);
    response.end('what was pub');
  });
  expect(await whyNot(place.get('a.gz'))).toContain('its SHA-256 is another');
});

test('[BK7] a list of several pages is read whole', async () => {
  const place = await serve((request, response) => {
    const isSecond = request.url?.includes('continuation-token=next') ?? false;
    const more = isSecond ? '' : '<NextContinuationToken>next</NextContinuationToken>';
    const key = isSecond ? 'a-2' : 'a-1';
    response.end(
      `<ListBucketResult><IsTruncated>${!isSecond}</IsTruncated>${more}` +
        `<Contents><Key>2026/${key}</Key><Size>5</Size></Contents></ListBucketResult>`,
    );
  });
  expect(await place.list('a-')).toEqual([
    { name: 'a-1', bytes: 5 },
    { name: 'a-2', bytes: 5 },
  ]);
});

test('[BK4] of the backups the newest three always stay, others by number and age', () => {
  const nowMs = 100 * 24 * HOUR_MS;
  const made = (days: number) => ({
    name: `${days}`,
    bytes: 1,
    of: '',
    madeMs: nowMs - days * 24 * HOUR_MS - MINUTE_MS,
  });
  const old = (days: readonly number[], order: { keep: number; days: number }) =>
    findOld(days.map(made), order, nowMs).map(({ name }) => name);
  expect(old([40, 50, 60, 70], { keep: 5, days: 30 })).toEqual(['70']);
  expect(old([0, 1, 2, 3], { keep: 2, days: 30 })).toEqual(['2', '3']);
  expect(old([0, 1, 29, 30], { keep: 5, days: 30 })).toEqual(['30']);
  expect(old([], { keep: 1, days: 1 })).toEqual([]);
  // One that was made in the future: the clock was wrong then or is now, so nothing is known to be old.
  expect(old([-40, 31, 32, 33, 34], { keep: 9, days: 30 })).toEqual([]);
  // That made by a clock far behind is the newest by its version, or was just made: it stays.
  expect(old([400, 0, 1], { keep: 9, days: 30 })).toEqual([]);
  const all = [0, 1, 2, 3, 400].map(made);
  expect(findOld(all, { keep: 3, days: 30 }, nowMs, '400').map(({ name }) => name)).toEqual(['3']);
});

const head = (version: number) => ({ epoch: 'abcdefgh', version });
const days = (count: number) => new Date(Date.UTC(2026, 5, 20) + count * 24 * HOUR_MS);

test('[BK4] backups are in the order of their versions, whatever the clock was when each was made', async () => {
  const place = new FolderPlace(createTempFolder());
  const names = [
    nameBackup('race', days(0), head(5)),
    nameBackup('race', days(40), head(6)),
    nameBackup('race', days(-400), head(7)),
    nameBackup('race', days(90), { epoch: 'ijklmnop', version: 900 }),
  ];
  for (const name of names) await place.put(name, Buffer.from('x'));
  const listed = async (present?: { epoch: string }) =>
    (await listBackups(place, 'race', present)).map(({ name }) => names.indexOf(name));
  expect(await listed(head(0))).toEqual([2, 1, 0, 3]);
  expect(await listed()).toEqual([3, 2, 1, 0]);
});
