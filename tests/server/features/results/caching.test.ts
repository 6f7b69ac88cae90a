import { expect, test } from 'vitest';

import { createRaceBodies } from '#server/features/results/public-routes.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { type ConfigBody, type Head, SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';
import { SETTING_NAMES } from '#shared/model/settings.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { ask, type Question, type RawAnswer } from '#tests/support/raw-http.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const { openRace } = provideFileRedis();

interface ServedRace extends TestRace {
  readonly web: TestWeb;
  readonly get: (path: string, question?: Question) => Promise<RawAnswer>;
}

async function openServedRace(): Promise<ServedRace> {
  const race = await openRace();
  await stageRace(race, { runners: buildField(30), scans: buildReads(30).slice(0, 60) });
  const web = await startWeb(race);
  return { ...race, web, get: (path, question) => ask(web.port, path, question) };
}

test('[PR3] the ETag has epoch and version, and gives 304 without a body', async () => {
  const { get, store } = await openServedRace();
  const { epoch, version } = await store.readHead();
  for (const path of ['/api', '/config']) {
    const { headers, status } = await get(path);
    expect({ status, etag: headers.etag }).toEqual({
      status: 200,
      etag: `W/"${epoch}-${version}"`,
    });
    const known = `W/"${epoch}-${version}"`;
    const answer = await get(path, { headers: { 'If-None-Match': known } });
    expect({ status: answer.status, size: answer.bytes.length }).toEqual({ status: 304, size: 0 });
    expect(answer.headers).toMatchObject({ etag: known, vary: 'Accept-Encoding' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    const later = `W/"${epoch}-${version + 1}"`;
    expect((await get(path, { headers: { 'If-None-Match': later } })).status).toBe(200);
  }
});

test('[PR3] the body is never of an older epoch', () => {
  const race = new LiveRace();
  const { results } = createRaceBodies(race);
  const load = (head: Head) => race.load(head, { config: buildConfig(), runners: [], scans: [] });
  load({ epoch: 'first', version: 7 });
  results.get(0);
  load({ epoch: 'second', version: 1 });
  const before = results.get(0);
  expect(before.etag).toBe('W/"second-1"');
  // A reloaded record is serialised again, even at the same version.
  load({ epoch: 'second', version: 1 });
  expect(results.get(0)).not.toBe(before);
});

test('[CL4] identity, gzip and brotli have the same content, with `Vary`, and HEAD has the same headers', async () => {
  const { get } = await openServedRace();
  const plain = await get('/api', { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  const accepted = { br: 'gzip;q=0.5, br;q=1.0', gzip: 'br;q=0, gzip' };
  for (const [encoding, header] of Object.entries(accepted)) {
    const answer = await get('/api', { headers: { 'Accept-Encoding': header } });
    expect({ header, encoding: answer.headers['content-encoding'] }).toEqual({
      header,
      encoding,
    });
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-length': String(answer.bytes.length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=1',
    });
    expect(answer.text).toBe(plain.text);
    const head = await get('/api', { method: 'HEAD', headers: { 'Accept-Encoding': header } });
    const { headers } = answer;
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect({
      ...head.headers,
      [SERVER_TIME_HEADER]: headers[SERVER_TIME_HEADER],
      date: headers.date,
    }).toEqual(headers);
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3);
  }
  for (const header of ['deflate', '']) {
    const answer = await get('/api', { headers: { 'Accept-Encoding': header } });
    expect({ header, text: answer.text === plain.text }).toEqual({ header, text: true });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  }
});

test('[PR20] every answer has the server’s current time, also a 304 or an error', async () => {
  const { get } = await openServedRace();
  let lastMs = Date.now();
  const { headers, text } = await get('/config');
  const { etag = '' } = headers;
  const { serverTime } = JSON.parse(text) as ConfigBody;
  expect(serverTime).toBeGreaterThanOrEqual(lastMs);
  const questions: [string, Question?][] = [
    ['/config'],
    ['/config', { headers: { 'If-None-Match': etag } }],
    ['/nowhere'],
    ['/healthz'],
    ['/assets/page-4f9a.js'],
  ];
  for (const [path, question] of questions) {
    const beforeMs = Date.now();
    const answer = await get(path, question);
    const timeMs = Number(answer.headers[SERVER_TIME_HEADER]);
    expect([path, timeMs >= beforeMs && timeMs <= Date.now()]).toEqual([path, true]);
    lastMs = timeMs;
  }
});

test('[RL4 CL6] GET /config has the settings by name, with the time of each request', async () => {
  const { get } = await openServedRace();
  const first = JSON.parse((await get('/config')).text) as ConfigBody;
  expect(first).toMatchObject({ ...buildConfig(), serverTime: expect.any(Number) as unknown });
  const shown = [...SETTING_NAMES, 'serverTime', 'pictures', 'massStarts'];
  expect(Object.keys(first).toSorted()).toEqual(shown.toSorted());
  expect(Object.keys(first.starts)).toEqual(USUAL_COURSES.events);
  await eventually(async () => {
    const again = JSON.parse((await get('/config')).text) as ConfigBody;
    expect(again.serverTime).toBeGreaterThan(first.serverTime);
  });
});
