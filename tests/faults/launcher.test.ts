import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import {
  bootstrap,
  buildFirst,
  expectReady,
  PROJECT,
  startService,
} from '#tests/support/launcher.ts';
import { readPid } from '#tests/support/private-servers.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

beforeAll(buildFirst);

test('[CM1] the service starts by one command, survives its Redis, and drains on Ctrl-C', async () => {
  const dataDir = createTempFolder();
  const { launcher, port } = await startService(dataDir, 'npm', ['start']);
  expect(launcher.output).toContain(`Data is kept in ${dataDir}, by a Redis of its own`);
  expect(launcher.output).toMatch(new RegExp(`http://localhost:${port}\\b`));

  process.kill(readPid(dataDir), 'SIGKILL');
  await launcher.waitForOutput(/Redis runs again/);
  await eventually(() => expectReady(port));

  // A terminal sends Ctrl-C to the whole process group, and npm passes it on again.
  launcher.signalGroup('SIGINT');
  launcher.signal('SIGINT');
  expect(await launcher.exitCode).toBe(0);
  expect(launcher.output).toMatch(/Redis has written everything and ended\n$/);
});

test('[CM1] the service of a killed launcher ends, and the next start works', async () => {
  const dataDir = createTempFolder();
  const { launcher, port } = await startService(dataDir);
  const redisPid = readPid(dataDir);
  await launcher.kill('SIGKILL');
  await eventually(() => expectUnserved(port));

  const next = await startService(dataDir, process.execPath, bootstrap('start'), port);
  expect(readPid(dataDir)).toBe(redisPid);
  expect(await next.launcher.kill('SIGTERM')).toBe(0);
});

test('[CM4] with REDIS_URL no Redis is started, and the password is not printed', async () => {
  const redis = await startRedis({ args: ['--requirepass', 'cyfrinach'] });
  onTestFinished(() => redis.stop());
  const dataDir = createTempFolder();
  const { launcher } = await startService(dataDir, undefined, undefined, undefined, {
    REDIS_URL: `redis://:cyfrinach@127.0.0.1:${redis.port}`,
  });
  expect(launcher.output).toContain(`redis://…@127.0.0.1:${redis.port}`);
  expect(launcher.output).not.toContain('cyfrinach');
  expect(() => readPid(dataDir)).toThrow('ENOENT');
  expect(await launcher.kill('SIGTERM')).toBe(0);
});

test('[CM10] the scanner’s launcher keeps standard output clean, takes file names from the user’s folder, and returns its exit status', async () => {
  const cwd = createTempFolder();
  writeFileSync(join(cwd, 'reads.csv'), '104,2026-06-20T10:00:00Z\n105,2026-06-20T10:00:01Z\n');
  const scan = (options: string): TestProcess => {
    const args = `run -s --prefix ${PROJECT} scanner -- --source mat-1 ${options}`.split(' ');
    const scanner = startProcess('npm', args, { cwd, env: { DATA_DIR: join(cwd, 'data') } });
    onTestFinished(async () => void (await scanner.kill('SIGKILL')));
    return scanner;
  };
  const scanner = scan('--point finish --quiet --file reads.csv');
  expect(await scanner.exitCode).toBe(0);
  expect(scanner.stdout).toMatch(/^\{[^\n]*"stored":2[^\n]*\}\n$/);
  const wrong = scan('--point nowhere!');
  expect(await wrong.exitCode).toBeGreaterThan(0);
  expect(wrong.stdout).toBe('');
});

async function expectUnserved(port: number): Promise<void> {
  const served = await fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
  expect(served).toBe(false);
}
