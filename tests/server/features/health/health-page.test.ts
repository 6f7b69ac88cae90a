import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { RELEASE } from '#server/config/release.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import { buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { fillForm, getSavedId, postForm } from '#tests/support/runner-forms.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const openRace = provideOrganisersRace();
const healthTimes = {
  checkEveryMs: HOUR_MS,
  freshMs: 0,
  behindMs: HOUR_MS,
  sourceSilentMs: HOUR_MS,
};

async function readHealth(web: OrganisersWeb, token: string): Promise<HealthBody> {
  const { body } = await web.as(token).get('/health/state').expect(200);
  return body as HealthBody;
}

/** Waits for this health: an earlier check, or one that timed out, shows something else. */
function eventuallyShows(web: OrganisersWeb, token: string, expected: object): Promise<HealthBody> {
  return eventually(async () => {
    const health = await readHealth(web, token);
    expect(health).toMatchObject(expected);
    return health;
  });
}

test('[HC1] organisers who run the race see each state; unknown values are absent', async () => {
  const race = await openRace();
  const web = await race.serve({ healthTimes });
  const nowMs = Date.now();
  const note = { atMs: nowMs, lastReadMs: nowMs - MINUTE_MS, unsent: 3 };
  await race.redis.hSet(race.keys.scanners, 'hill', JSON.stringify(note));
  const guess = { email: 'nobody@example.org', password: 'a guess' };
  await web.http.post('/auth/login').send(guess).expect(401);
  const health = await eventuallyShows(web, race.admin, {
    isReady: true,
    findings: [],
    notices: [],
    database: { isConnected: true, writtenMs: expect.any(Number) as number },
    sources: [
      { source: 'hill', heardMs: nowMs, isSilent: false, lastReadMs: nowMs - MINUTE_MS, unsent: 3 },
    ],
    instances: [{ release: RELEASE, viewers: 0, isSilent: false }],
    backup: { isWanted: false },
    push: { organisers: 0, spectators: 0 },
    lately: { refusedSignIns: 1, failedPushes: 0, pushedScans: 0, slowestMs: 0 },
    pushIntervalMs: 250,
  });
  expect(health.backup).not.toHaveProperty('newest');
  expect(Math.abs((health.database.writtenMs ?? 0) - nowMs)).toBeLessThan(MINUTE_MS);
});

test('[CF28] instances are listed until they end; a killed one for ten minutes or until it is back', async () => {
  const race = await openRace();
  const first = await race.serve({ healthTimes });
  const second = await race.serve({ healthTimes });
  const listInstances = async () => (await readHealth(first, race.admin)).instances;
  await readHealth(second, race.admin);
  await eventually(async () => expect(await listInstances()).toHaveLength(2));
  const [place = '', note = ''] =
    Object.entries(await race.redis.hGetAll(race.keys.instances)).find(([id]) =>
      id.includes(String(second.port)),
    ) ?? [];
  await second.stop();
  await eventually(async () => expect(await listInstances()).toHaveLength(1));

  // As left by a killed instance.
  await race.redis.hSet(race.keys.instances, place, note);
  const again = await race.serve({ healthTimes, settings: { PORT: String(second.port) } });
  await readHealth(again, race.admin);
  expect(await race.redis.hLen(race.keys.instances)).toBe(2);
  await again.stop();

  const [ownText = ''] = await race.redis.hVals(race.keys.instances);
  const own = JSON.parse(ownText) as Readonly<Record<string, unknown>>;
  const nowMs = Date.now();
  const put = (id: string, atMs: number) =>
    race.redis.hSet(race.keys.instances, id, JSON.stringify({ ...own, atMs, viewers: 7 }));
  await put('killed', nowMs - 9 * MINUTE_MS);
  await put('forgotten', nowMs - 11 * MINUTE_MS);
  await race.redis.hSet(race.keys.instances, 'rubbish', '{"viewers":"many"}');
  await eventually(async () => {
    const viewers = (await listInstances()).map((each) => each.viewers);
    expect(viewers.toSorted((a, b) => a - b)).toEqual([0, 7]);
  });
  expect(await race.redis.hKeys(race.keys.instances)).toEqual(
    expect.not.arrayContaining(['forgotten', 'rubbish']),
  );
});

/** Private values that must not be in a bug report. */
const PLANTED = {
  name: 'Gwenllian-Planted',
  club: 'Planted Harriers',
  phone: '+44 7700 900111',
  contact: 'Mam 01348 900222',
  birthDate: '1984-06-05',
  medical: 'Planted: asthma',
  organiser: 'boss@example.org',
  password: 'planted-password',
  endpoint: 'https://fcm.googleapis.com/planted-endpoint',
  source: 'planted-mat',
  folder: 'planted-folder',
  fault: 'Planted: a fault that names somebody',
  title: 'Planted: a title',
  pushContact: 'planted@example.org',
};

test('[HC2] the file for a bug report has figures, but no names or typed text', async () => {
  const race = await openRace();
  const folder = join(createTempFolder(), PLANTED.folder);
  mkdirSync(folder);
  const url = new URL(race.url);
  url.username = 'default';
  url.password = PLANTED.password;
  const settings = {
    REDIS_URL: url.href,
    BACKUP_DIR: folder,
    PUSH_CONTACT: `mailto:${PLANTED.pushContact}`,
  };
  const web = await race.serve({ healthTimes, settings });
  const admin = web.as(race.admin);
  const { name, club, phone, contact, birthDate, medical, title, source } = PLANTED;
  const entry = { raceNumber: '7', firstName: name, lastName: name, runClub: club };
  const details = {
    mobileNumber: phone,
    emergencyContact: contact,
    birthDate,
    medicalNote: medical,
  };
  expect((await admin.post('/api').send({ dataBlob: fillForm(entry), details })).status).toBe(200);
  await getSavedId(postForm(admin, { raceNumber: '8', lastName: name }));
  await changeSettings(race.store, (now) => ({ ...now, pageTitle: title }), 'x');
  const [p256dh, auth] = ['key', 'secret'];
  const order = { endpoint: PLANTED.endpoint, p256dh, auth, language: 'en' } as const;
  await race.store.push.put({ ...order, runners: ['R1'], clubs: [club] });
  const note = { atMs: Date.now(), unsent: 40, clockAheadMs: 90_000 };
  await race.redis.hSet(race.keys.scanners, source, JSON.stringify(note));
  await race.redis.hSet(race.keys.runners, name, 'no runner at all');
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '7', points: ['cp2'], source })]);
  web.context.faults.note('0badf00d', new TypeError(PLANTED.fault));
  await eventually(() => expect(web.context.race.scanCount).toBe(1));

  // The planted values are in place.
  await eventuallyShows(web, race.admin, { isReady: true, sources: [{ source }] });
  const { text, headers } = await eventually(async () => {
    const answer = await admin.get('/health/diagnostics').expect(200);
    expect(JSON.parse(answer.text)).toMatchObject({ health: { ready: true } });
    return answer;
  });
  const found = Object.entries(PLANTED).filter(([, value]) => text.includes(value));
  expect(found).toEqual([]);

  expect(headers['content-disposition']).toBe('attachment; filename="splitcast-diagnostics.json"');
  const file = JSON.parse(text) as { settings: { given: unknown[] }; metrics: string[] };
  expect(file).toMatchObject({
    release: RELEASE,
    node: process.version,
    redis: { release: expect.stringMatching(/^\d+\./) as string, servers: 'server' },
    race: { runners: 2, scans: 1 },
    sources: [{ unsent: 40 }],
    notices: { clock: 1 },
    faults: [{ number: '0badf00d', kind: 'TypeError' }],
    health: { ready: true },
  });
  expect(file.settings.given).toEqual(
    expect.arrayContaining([
      { name: 'REDIS_URL', isSet: true },
      { name: 'VAPID_PRIVATE_KEY', isSet: false },
    ]),
  );
  expect(file.metrics).toContain('splitcast_scans 1');
  expect(file.metrics.join('\n')).toContain('nodejs_eventloop_lag_p99_seconds');
});
