import { expect, test, vi } from 'vitest';
import { LocalSessions, createSessionToken } from '#server/identity/local-sessions.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer, TestClock } from '#tests/support/identity-server.ts';
import { createRecordingLogger } from '#tests/support/recording-logger.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();
const MARI = 'mari@example.org';
const HOME = '192.0.2.1';

interface Entry {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly after: { readonly address?: string; readonly count?: number };
}

async function readLog({ redis, keys }: TestRace): Promise<Record<string, Entry>> {
  const audit = await redis.hGetAll(keys.audit);
  const entries = Object.entries(audit).map(([field, text]) => [field, JSON.parse(text) as Entry]);
  return Object.fromEntries(entries) as Record<string, Entry>;
}

test('[AC11] a sign-in leaves a line that says who and from where', async () => {
  const race = await openRace();
  const server = await startIdentityServer(race);
  await server.addOrganiser(MARI, 'admin');
  await server.logIn(MARI, PASSWORD, HOME).expect(200);
  const log = Object.values(await readLog(race));
  expect(log).toContainEqual(
    expect.objectContaining({ by: MARI, action: 'sign-in', after: { address: HOME } }),
  );
});

test('[AC11] failed ones are in the log of the service, with the account and the network alone, and leave nothing in the record', async () => {
  const race = await openRace();
  const { logger, lines } = createRecordingLogger();
  const server = await startIdentityServer(race, {}, undefined, logger);
  await server.addOrganiser(MARI, 'admin');
  const before = Object.keys(await readLog(race)).length;
  await server.logIn(MARI, 'a guess', HOME).expect(401);
  await server.logIn('stranger@example.org', 'a guess', '198.51.100.7').expect(401);
  const failed = lines.filter((line) => line.msg === 'A sign-in failed');
  expect(failed).toMatchObject([
    { by: MARI, network: '192.0.2.0/24' },
    { by: 'nobody', network: '198.51.100.0/24' },
  ]);
  expect(Object.keys(await readLog(race))).toHaveLength(before);
});

test('an invented token is looked up once, and opens as soon as there is such a session', async () => {
  const race = await openRace();
  const clock = new TestClock();
  const sessions = new LocalSessions(race.store, clock.read);
  const find = vi.spyOn(race.store.sessions, 'find');
  const { token, sessionId } = createSessionToken();
  for (let i = 0; i < 100; i += 1) expect(await sessions.find(token)).toBeUndefined();
  expect(find).toHaveBeenCalledTimes(1);
  const server = await startIdentityServer(race);
  await server.addOrganiser(MARI, 'admin');
  const times = { createdMs: clock.nowMs, usedMs: clock.nowMs, browser: '', address: HOME };
  await race.store.sessions.add(sessionId, { email: MARI, generation: 0, ...times }, HOME);
  sessions.forgetUnknown();
  expect(await sessions.find(token)).toBeDefined();
  // And where nobody told of it, after half a minute.
  const later = createSessionToken();
  expect(await sessions.find(later.token)).toBeUndefined();
  await race.store.sessions.add(later.sessionId, { email: MARI, generation: 0, ...times }, HOME);
  expect(await sessions.find(later.token)).toBeUndefined();
  clock.nowMs += 30_001;
  expect(await sessions.find(later.token)).toBeDefined();
});

test('what another instance signs in opens here at once, though it was tried here before', async () => {
  const race = await openRace();
  const web = await startWeb(race);
  const server = await startIdentityServer(race);
  await server.addOrganiser(MARI, 'admin');
  const { token, sessionId } = createSessionToken();
  const { provider } = web.context.identity;
  expect(await provider.verify(token)).toBeUndefined();
  const nowMs = Date.now();
  const times = { createdMs: nowMs, usedMs: nowMs };
  const session = { email: MARI, generation: 0, ...times, browser: '', address: HOME };
  await race.store.sessions.add(sessionId, session, HOME);
  await eventually(async () => expect(await provider.verify(token)).toBeDefined());
});
