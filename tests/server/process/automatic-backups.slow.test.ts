import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';

import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { listenInTest } from '#tests/support/listen.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { startWebProcess } from '#tests/support/web-process.ts';

const { openRace } = provideFileRedis();

test.each(['1', '2'])(
  '[BK5] a service with %s workers backs up each change, once',
  async (WORKERS) => {
    const race = await openRace();
    const BACKUP_DIR = createTempFolder();
    await race.store.replaceRunners([buildRunner()], { by: 'test' });
    await startWebProcess({
      ...race,
      settings: { WORKERS, BACKUP_DIR, SPLITCAST_TIMING: '{"backupEveryMs":100}' },
    });
    const versions = (): string[] =>
      readdirSync(BACKUP_DIR).flatMap((name) => /-(\d+)\.backup\.gz$/.exec(name)?.[1] ?? []);
    const versionNow = async (): Promise<string> => String((await race.store.readHead()).version);
    await expect.poll(async () => versions().includes(await versionNow())).toBe(true);
    await race.store.replaceRunners([buildRunner()], { by: 'test' });
    await expect.poll(async () => versions().includes(await versionNow())).toBe(true);
    const made = versions();
    expect(new Set(made).size).toBe(made.length);
  },
);

const OFTEN = '{"backupEveryMs":100}';

test('[BK8] a store gets each change beside the folder, from the next time on when it comes later', async () => {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  const race = await openRace();
  const BACKUP_DIR = createTempFolder();
  await race.store.replaceRunners([buildRunner()], { by: 'test' });
  const { process, url } = await startWebProcess({
    ...race,
    settings: {
      ...store.env,
      BACKUP_DIR,
      BACKUP_TO: 's3://later/2026',
      SPLITCAST_TIMING: OFTEN,
      LOG_LEVEL: 'info',
    },
  });
  await process.waitForOutput(/has no bucket later\. Make it there/);
  await expect.poll(() => readdirSync(BACKUP_DIR)).toHaveLength(1);
  expect(await race.store.storedBackup.read()).toBeUndefined();
  await store.makeBucket('later');
  await expect.poll(async () => race.store.storedBackup.read()).toBeDefined();
  const inStore = async (): Promise<readonly string[]> => {
    const listed = await store.client.send(new ListObjectsV2Command({ Bucket: 'later' }));
    return (listed.Contents ?? []).map(({ Key = '' }) => Key.replace('2026/', ''));
  };
  await race.store.replaceRunners([buildRunner()], { by: 'test' });
  const { version } = await race.store.readHead();
  const isNew = (name: string): boolean => name.endsWith(`-${version}.backup.gz`);
  await expect.poll(async () => (await inStore()).filter(isNew)).toHaveLength(1);
  await expect.poll(() => readdirSync(BACKUP_DIR).filter(isNew)).toHaveLength(1);
  await expect
    .poll(async () => (await fetch(`${url}/metrics`)).text())
    .toMatch(/^splitcast_store_backup_seconds /m);
  expect(process.output).not.toContain(store.settings.credentials?.secretAccessKey);
});

test('[BK8] a store that never answers does not hold up the folder', async () => {
  let calls = 0;
  const port = await listenInTest(createServer(() => (calls += 1)));
  const race = await openRace();
  const BACKUP_DIR = createTempFolder();
  await startWebProcess({
    ...race,
    settings: {
      BACKUP_DIR,
      BACKUP_TO: 's3://races',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'a-key',
      AWS_SECRET_ACCESS_KEY: 'a-secret',
      SPLITCAST_TIMING: OFTEN,
    },
  });
  await expect.poll(() => calls).toBeGreaterThan(0);
  for (let i = 0; i < 2; i += 1) {
    await race.store.replaceRunners([buildRunner()], { by: 'test' });
    const { version } = await race.store.readHead();
    await expect.poll(() => readdirSync(BACKUP_DIR).join('\n')).toContain(`-${version}.backup.gz`);
  }
});
