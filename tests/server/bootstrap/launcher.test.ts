import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Failure, loadSettings, PROJECT_DIR } from '#server/bootstrap/launcher.mjs';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test('[EN2] the environment precedes .env, and .env precedes the launcher’s defaults', () => {
  const file = writeEnvFile('PORT=4000\nRACE_KEY="ras beca" # this year’s\nSPEED=5\n');
  const { env } = loadSettings({ PORT: '1', SPEED: '30', HOST: '::1' }, { PORT: '5000' }, file);
  expect(env).toMatchObject({ PORT: '5000', RACE_KEY: 'ras beca', SPEED: '5', HOST: '::1' });
});

test('an empty setting counts as absent, and overrides the one in .env', () => {
  const file = writeEnvFile('REDIS_URL=redis://elsewhere:6379\n');
  expect(loadSettings({}, {}, file).redisUrl).toBe('redis://elsewhere:6379');
  expect(loadSettings({}, { REDIS_URL: ' ' }, file).redisUrl).toBeUndefined();
});

test('a relative DATA_DIR starts at the project’s folder', () => {
  const none = join(createTempFolder(), '.env');
  expect(loadSettings({}, {}, none).dataDir).toBe(join(PROJECT_DIR, '.data'));
  expect(loadSettings({}, { DATA_DIR: 'races/2026' }, none)).toMatchObject({
    dataDir: join(PROJECT_DIR, 'races', '2026'),
    env: { DATA_DIR: join(PROJECT_DIR, 'races', '2026') },
  });
  expect(loadSettings({}, { DATA_DIR: '/srv/tŷ' }, none).dataDir).toBe('/srv/tŷ');
});

test('[BK5] a private Redis is backed up next to its data, another one only to a configured folder', () => {
  const none = join(createTempFolder(), '.env');
  const folderOf = (given: Record<string, string>): string | undefined =>
    loadSettings({}, given, none).env['BACKUP_DIR'];
  expect(folderOf({ DATA_DIR: '/srv/tŷ' })).toBe('/srv/tŷ/backups');
  expect(folderOf({ REDIS_URL: 'redis://elsewhere' })).toBe('off');
  expect(folderOf({ BACKUP_DIR: 'off' })).toBe('off');
  expect(folderOf({ BACKUP_DIR: 'stick', REDIS_URL: 'redis://elsewhere' })).toBe(
    join(PROJECT_DIR, 'stick'),
  );
});

test('[EN2] readers run by default with a private Redis only', () => {
  const none = join(createTempFolder(), '.env');
  const readersOf = (given: Record<string, string>): string | undefined =>
    loadSettings({}, given, none).env['READERS'];
  expect(readersOf({})).toBe('on');
  expect(readersOf({ READERS: 'off' })).toBe('off');
  expect(readersOf({ REDIS_URL: 'redis://elsewhere' })).toBe('off');
  expect(readersOf({ REDIS_URL: 'redis://elsewhere', READERS: 'on' })).toBe('on');
});

test('an unreadable .env stops the start and is named', () => {
  const folder = join(createTempFolder(), '.env');
  mkdirSync(folder);
  expect(() => loadSettings({}, {}, folder)).toThrow(Failure);
  expect(() => loadSettings({}, {}, folder)).toThrow(folder);
});

function writeEnvFile(text: string): string {
  const file = join(createTempFolder(), '.env');
  writeFileSync(file, text);
  return file;
}
