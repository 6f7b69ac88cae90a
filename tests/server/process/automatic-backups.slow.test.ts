import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
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
