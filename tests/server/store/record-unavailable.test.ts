import { ErrorReply, MultiErrorReply } from 'redis';
import { expect, onTestFinished, test } from 'vitest';

import { describeFailure } from '#server/web/answer-failure.ts';
import { explainUnavailable } from '#server/store/record-unavailable.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openSession } from '#tests/support/open-session.ts';
import { reach } from '#tests/support/organisers-race.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { startWeb } from '#tests/support/start-web.ts';

const MINUTES_MS = 60_000;

test.for([
  'LOADING Redis is loading the dataset in memory',
  'MISCONF Errors writing to the AOF file: No space left on device',
  "OOM command not allowed when used memory > 'maxmemory'.",
  'WRONGTYPE Operation against a key holding the wrong kind of value',
  'ERR max number of clients reached',
])('[PR26] %s is answered 503 with a sentence', (message) => {
  const failure = describeFailure(new ErrorReply(message));
  expect(failure?.status).toBe(503);
  expect(failure?.sentence).toMatch(/^The race record .*saved.* Try again in a moment\.$/);
  expect(explainUnavailable(new MultiErrorReply([new ErrorReply(message)], [0]))).toBeDefined();
});

test('[PR26] a connection that ends is answered 503; a bug stays a bug, and a client’s mistake its own', () => {
  const ended = Object.assign(new Error('read'), { code: 'ECONNRESET', syscall: 'read' });
  expect(describeFailure(ended)?.status).toBe(503);
  expect(describeFailure(new ErrorReply('ERR wrong number of arguments'))).toBeUndefined();
  expect(describeFailure(new TypeError('x is not a function'))).toBeUndefined();
  const aborted = { status: 400, type: 'request.aborted', code: 'ECONNABORTED' };
  expect(describeFailure(Object.assign(new Error('aborted'), aborted))?.status).toBe(400);
});

test('[PR26] while nothing can be written organisers can read, and a save fails with the reason', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const place = { url: redis.url, raceKey: uniqueRaceKey() };
  const store = await openStore(place);
  // Its last use is long enough ago to be written again.
  const token = await openSession(store, 'boss@example.org', 'admin', 10 * MINUTES_MS);
  const { as } = reach(await startWeb(place));
  const admin = await connectRedis(redis.url);
  onTestFinished(() => admin.destroy());
  await admin.configSet('maxmemory', '1');
  await eventually(async () => {
    for (const path of ['/apiadmin', '/mia', '/webconfig', '/backups', '/auth/me']) {
      expect((await as(token).get(path)).status).toBe(200);
    }
  });
  const refused = await as(token).post('/api').send({ dataBlob: fillForm() });
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.body).toEqual({
    error:
      'The race record cannot be written, since Redis has no memory left, so nothing was saved. Try again in a moment.',
  });
});
