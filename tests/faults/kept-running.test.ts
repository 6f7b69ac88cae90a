import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { getRedisServerPath } from '#tests/support/binaries.ts';
import { eventually } from '#tests/support/eventually.ts';
import { TEST_HANGS_MS } from '#tests/support/hangs.ts';
import {
  bootstrap,
  buildFirst,
  expectReady,
  launch,
  startService,
} from '#tests/support/launcher.ts';
import { readPid } from '#tests/support/private-servers.ts';
import { listChildren } from '#tests/support/running-processes.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

beforeAll(buildFirst);

test('a killed web service is reported and replaced each time, and Redis keeps running', async () => {
  const dataDir = createTempFolder();
  const { launcher, port } = await startService(dataDir, undefined, undefined, undefined, {
    WORKERS: '2',
    // Every life counts as short, even on a busy machine.
    SPLITCAST_TIMING: JSON.stringify({ stableLifeMs: TEST_HANGS_MS }),
  });
  const redisPid = readPid(dataDir);
  const killed = new Set<number>();
  for (const pauseS of [0.25, 1]) {
    const service = await eventually(() => {
      const [pid = 0, ...others] = listChildren(launcher.pid, /dist\/server\/main\.mjs/);
      expect(others).toEqual([]);
      expect([0, ...killed]).not.toContain(pid);
      return pid;
    });
    killed.add(service);
    process.kill(service, 'SIGKILL');
    await launcher.waitForOutput(
      new RegExp(`The web service was ended by SIGKILL; starting it again in ${pauseS} s`),
    );
  }
  await launcher.waitForOutput(/(Results: .*[^]*){2}/);
  await eventually(() => expectReady(port));
  expect(readPid(dataDir)).toBe(redisPid);
  expect(await launcher.kill('SIGTERM')).toBe(0);
  expect(launcher.output).toMatch(/Redis has written everything and ended\n$/);
  expect(launcher.output).not.toContain('Redis has ended');
});

test('a scanner journals though Redis cannot be started, and sends its reads when it can', async () => {
  const dataDir = createTempFolder();
  const folder = createTempFolder();
  const server = join(folder, 'redis-server');
  writeFileSync(server, '#!/bin/sh\necho "Fatal: no memory"; exit 1\n', { mode: 0o755 });
  const scanner = launch(
    process.execPath,
    bootstrap('scanner', '--source', 'mat-1', '--point', 'finish'),
    { DATA_DIR: dataDir, REDIS_SERVER_PATH: server },
  );
  scanner.write('0104,2026-06-20T10:00:00Z\n');
  await scanner.waitForOutput(/"reads":1/);
  expect(scanner.stderr).toContain('The private Redis did not start: Fatal: no memory');
  await scanner.waitForOutput(/Redis cannot be started yet: .*; starting it again in \d/);
  // Replaced in one step, since the launcher may start it at any moment.
  symlinkSync(getRedisServerPath(), `${server}.new`);
  renameSync(`${server}.new`, server);
  await scanner.waitForOutput(/"stored":1/);
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(scanner.stdout).toMatch(/"stored":1[^\n]*\n$/);
});
