import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';

import { eventually } from '../../../support/eventually.ts';
import {
  connect,
  killServer,
  readRecord,
  readUrl,
  startLauncher,
  writeRecord,
} from '../../../support/private-redis.ts';
import { startRedis } from '../../../support/redis-server.ts';
import { createTempFolder } from '../../../support/temp-folder.ts';

/** What somebody without the password is told. */
async function knock(port: number): Promise<string> {
  const client = createClient({
    url: `redis://127.0.0.1:${port}`,
    socket: { reconnectStrategy: false },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.ping();
  } catch (error) {
    return String(error);
  } finally {
    if (client.isOpen) client.destroy();
  }
}

const readPassword = (dataDir: string): string =>
  readFileSync(join(dataDir, 'redis', 'password'), 'utf8').trim();

test('nobody reads the record without the password, which only its owner can see', async () => {
  const dataDir = createTempFolder();
  const launcher = startLauncher(dataDir);
  const url = await readUrl(launcher);
  const password = readPassword(dataDir);
  expect(password).toMatch(/^[\w-]{32}$/);
  expect(new URL(url).password).toBe(password);
  const { port } = readRecord(dataDir);
  expect(await knock(port)).toContain('NOAUTH');
  expect(await (await connect(url)).ping()).toBe('PONG');

  expect(statSync(join(dataDir, 'redis')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'redis', 'password')).mode & 0o777).toBe(0o600);
  expect(execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' })).not.toContain(
    password,
  );
  expect(readFileSync(join(dataDir, 'redis', 'redis.log'), 'utf8')).not.toContain(password);

  killServer(dataDir);
  await launcher.waitForOutput(/Redis runs again/);
  expect(await knock(port)).toContain('NOAUTH');
  expect(await (await connect(url)).ping()).toBe('PONG');

  await launcher.kill('SIGTERM');
  const next = startLauncher(dataDir);
  expect(await readUrl(next)).toBe(url);
});

test('the folder of an earlier version gets a password, whether its Redis runs or not', async () => {
  const dataDir = createTempFolder();
  const dir = join(dataDir, 'redis');
  mkdirSync(dir);
  chmodSync(dir, 0o755);
  const old = await startRedis({ dir, persist: true });
  onTestFinished(() => old.stop());
  await (await connect(old.url)).hSet('runners', 'runner-1', 'Siân');
  writeRecord(dataDir, { port: old.port, pid: old.pid });

  const joined = startLauncher(dataDir);
  const redis = await connect(await readUrl(joined));
  expect(readRecord(dataDir).pid).toBe(old.pid);
  expect(await knock(old.port)).toContain('NOAUTH');
  expect(await redis.hGetAll('runners')).toEqual({ 'runner-1': 'Siân' });
  expect(statSync(dir).mode & 0o777).toBe(0o700);

  await old.kill();
  await joined.waitForOutput(/Redis runs again/);
  expect(await knock(old.port)).toContain('NOAUTH');
  const again = await connect(await readUrl(joined));
  expect(await again.hGetAll('runners')).toEqual({ 'runner-1': 'Siân' });
});

test('a Redis of this folder that runs with another password is named, and no second one is started', async () => {
  const dataDir = createTempFolder();
  await readUrl(startLauncher(dataDir));
  const { port, pid } = readRecord(dataDir);
  writeFileSync(join(dataDir, 'redis', 'password'), 'another-password-of-this-folder\n');
  const other = startLauncher(dataDir);
  expect(await other.exitCode).toBe(1);
  expect(other.stderr.trim().split('\n')).toEqual([
    expect.stringContaining(
      `The private Redis (process ${pid}) has another password than the one in`,
    ),
    expect.stringContaining('End that process and run it again'),
  ]);
  await eventually(() => expect(readRecord(dataDir)).toEqual({ port, pid }));
});
