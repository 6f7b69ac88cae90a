import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eventually } from '../../support/eventually.ts';
import {
  connect,
  killServer,
  listServers,
  readPid,
  readUrl,
  startLauncher,
} from '../../support/private-redis.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

test('[CM4] the private Redis is durable and accessible only to its owner', async () => {
  const dataDir = createTempFolder();
  const launcher = startLauncher(dataDir);
  const redis = await connect(await readUrl(launcher));
  expect(await redis.configGet('append*')).toMatchObject({
    appendonly: 'yes',
    appendfsync: 'always',
    appenddirname: 'appendonlydir',
  });
  expect(await redis.configGet(['port', 'unixsocketperm', 'maxmemory-policy', 'save'])).toEqual({
    port: '0',
    unixsocketperm: '600',
    'maxmemory-policy': 'noeviction',
    save: '',
  });
  redis.destroy();
  expect(await launcher.kill('SIGTERM')).toBe(0);
  expect(launcher.output).toContain('Redis has written everything and ended');
  expect(listServers(dataDir)).toEqual([]);
});

test('[CM4] launchers of a data folder share one Redis, restart it once with all its data when it is killed, and the last one ends it', async () => {
  const dataDir = createTempFolder();
  const launchers = [startLauncher(dataDir), startLauncher(dataDir), startLauncher(dataDir)];
  const [url = '', ...urls] = await Promise.all(launchers.map(readUrl));
  expect(urls).toEqual([url, url]);
  await (await connect(url)).set('runner', 'Siân');
  killServer(dataDir);
  await Promise.all(launchers.map((launcher) => launcher.waitForOutput(/Redis runs again/)));
  const [server] = await eventually(() => {
    const found = listServers(dataDir);
    expect(found).toHaveLength(1);
    return found;
  });
  const redis = await connect(url);
  expect(await redis.info('server')).toContain(`process_id:${server}\r\n`);
  expect(await redis.get('runner')).toBe('Siân');
  // It would be another that uses the server.
  redis.destroy();

  const [first, ...others] = launchers;
  await first?.kill('SIGTERM');
  expect(first?.output).toContain('Redis keeps running for the others that use it');
  expect(listServers(dataDir)).toHaveLength(1);
  await Promise.all(others.map((launcher) => launcher.kill('SIGTERM')));
  expect(listServers(dataDir)).toEqual([]);
});

test('[CM4] a server without its socket is named, and no second one is started', async () => {
  const dataDir = createTempFolder();
  const killed = startLauncher(dataDir);
  await readUrl(killed);
  await killed.kill('SIGKILL');
  rmSync(join(dataDir, 'redis', 'redis.sock'));
  const pid = readPid(dataDir);
  const launcher = startLauncher(dataDir, { SPLITCAST_TIMING: '{"redisAnswerMs":500}' });
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr.trim().split('\n')).toEqual([
    expect.stringContaining(`The private Redis (process ${pid}) runs, but not on `),
    `End that process (kill ${pid}) and run it again.`,
  ]);
  expect(listServers(dataDir)).toEqual([pid]);
});

test('[CM4] a server ends with its launcher even if its folder takes no lock, as on a full disk', async () => {
  const dataDir = createTempFolder();
  const launcher = startLauncher(dataDir);
  await readUrl(launcher);
  const pid = readPid(dataDir);
  const folder = join(dataDir, 'redis');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(await launcher.kill('SIGTERM')).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('[CM6] without redis-server and a way to install it, two plain lines name the remedy', async () => {
  const empty = createTempFolder();
  const launcher = startLauncher(createTempFolder(), { PATH: empty, REDIS_SERVER_PATH: undefined });
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr.trim().split('\n')).toEqual([
    'Redis is not on this machine and cannot be installed without asking you.',
    'Install it (sudo apt-get install redis-server, or brew install redis), or set REDIS_SERVER_PATH to a redis-server, or REDIS_URL to a Redis that runs.',
  ]);
});

test('[CM6] a Redis that is older than 7 is refused by name', async () => {
  const server = join(createTempFolder(), 'redis-server');
  // As Redis 6.0.16 says it.
  const words = `*** FATAL CONFIG FILE ERROR (Redis 6.0.16) ***
Reading the configuration file, at line 8
>>> 'appenddirname "appendonlydir"'
Bad directive or wrong number of arguments`;
  writeFileSync(server, `#!/bin/sh\ncat << 'END'\n${words}\nEND\nexit 1\n`, { mode: 0o755 });
  const launcher = startLauncher(createTempFolder(), { REDIS_SERVER_PATH: server });
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr.trim().split('\n')).toEqual([
    'The private Redis did not start, since it is older than Redis 7.',
    'Install Redis 7 or newer, or set REDIS_SERVER_PATH to one.',
  ]);
});
