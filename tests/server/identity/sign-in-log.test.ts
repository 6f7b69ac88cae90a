import { expect, test } from 'vitest';

import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';
import { createRecordingLogger } from '#tests/support/recording-logger.ts';

const { openRace } = provideFileRedis();
const MARI = 'mari@example.org';
const HOME = '192.0.2.1';

interface Entry {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly after: { readonly address?: string; readonly count?: number };
}

async function readLog({ redis, keys }: TestRace): Promise<readonly Entry[]> {
  const audit = await redis.hVals(keys.audit);
  return audit.flatMap((text) => (JSON.parse(text) as { entries: Entry[] }).entries);
}

test('[AC11] a sign-in is logged with the account and address', async () => {
  const race = await openRace();
  const server = await startIdentityServer(race);
  await server.addOrganiser(MARI, 'admin');
  await server.logIn(MARI, PASSWORD, HOME).expect(200);
  expect(await readLog(race)).toContainEqual(
    expect.objectContaining({ by: MARI, action: 'sign-in', after: { address: HOME } }),
  );
});

test('[AC11] failed sign-ins are only in the log of the service, with account and network', async () => {
  const race = await openRace();
  const { logger, lines } = createRecordingLogger();
  const server = await startIdentityServer(race, {}, undefined, logger);
  await server.addOrganiser(MARI, 'admin');
  const { length: before } = await readLog(race);
  await server.logIn(MARI, 'a guess', HOME).expect(401);
  await server.logIn('stranger@example.org', 'a guess', '198.51.100.7').expect(401);
  const failed = lines.filter((line) => line.msg === 'A sign-in failed');
  expect(failed).toMatchObject([
    { by: MARI, network: '192.0.2.0/24' },
    { by: 'nobody', network: '198.51.100.0/24' },
  ]);
  expect(await readLog(race)).toHaveLength(before);
});
