import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Manifest } from '#server/features/past-races/manifest.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();

test('[PU3] killed while writing, the built command leaves the earlier publication whole, and the next one succeeds', async () => {
  const race = await openRace();
  await race.store.replaceRunners(buildField(600), { by: 'x' });
  await changeSettings(race.store, () => buildConfig({ pageTitle: 'Cyntaf' }), 'x');
  await ingestScans(race.redis, race.keys, buildReads(600));
  const parent = createTempFolder();
  const folder = join(parent, 'ras');
  const publish = () =>
    startBuiltProgram('race', ['publish', folder, '--provisional'], {
      env: { REDIS_URL: race.url, RACE_KEY: race.raceKey },
    });
  expect(await publish().exitCode).toBe(0);
  requireWhole(folder, ['Cyntaf']);
  await changeSettings(race.store, (config) => ({ ...config, pageTitle: 'Ail' }), 'x');
  const killed = publish();
  // It may be over before anybody looks.
  await eventually(() =>
    expect(existsSync(join(parent, '.ras.partial/results')) || !killed.running).toBe(true),
  );
  await killed.kill('SIGKILL');
  // Whichever came first, the kill or the end of it.
  requireWhole(folder, ['Cyntaf', 'Ail']);
  expect(await publish().exitCode).toBe(0);
  requireWhole(folder, ['Ail']);
  expect(existsSync(join(parent, '.ras.partial'))).toBe(false);
});

function requireWhole(folder: string, titles: readonly string[]): void {
  const { title, files } = JSON.parse(readFileSync(join(folder, 'race.json'), 'utf8')) as Manifest;
  expect(titles).toContain(title);
  const wrong = Object.entries(files).filter(
    ([path, sha256]) =>
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex') !== sha256,
  );
  expect(wrong).toEqual([]);
}
