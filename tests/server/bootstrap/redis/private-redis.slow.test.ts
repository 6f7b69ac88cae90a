import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { eventually } from '../../../support/eventually.ts';
import { reservePort } from '#tests/support/free-port.ts';
import {
  connect,
  killServer,
  listServers,
  readRecord,
  readUrl,
  startLauncher,
  writeRecord,
} from '../../../support/private-redis.ts';
import { startRedis } from '../../../support/redis-server.ts';
import { createTempFolder } from '../../../support/temp-folder.ts';
import { listenInTest } from '#tests/support/listen.ts';

test('[CM4] the private Redis is durable, bound to this machine, and keeps its data', async () => {
  const dataDir = createTempFolder();
  const launcher = startLauncher(dataDir);
  const redis = await connect(await readUrl(launcher));
  expect(await redis.configGet('append*')).toMatchObject({
    appendonly: 'yes',
    appendfsync: 'always',
  });
  expect(await redis.configGet(['bind', 'protected-mode', 'maxmemory-policy', 'save'])).toEqual({
    bind: '127.0.0.1',
    'protected-mode': 'yes',
    'maxmemory-policy': 'noeviction',
    save: '300 1',
  });
  await redis.set('runner', 'Siân');
  redis.destroy();
  expect(await launcher.kill('SIGTERM')).toBe(0);
  expect(launcher.output).toContain('Redis has written everything and ended');
  expect(listServers(dataDir)).toEqual([]);

  const next = startLauncher(dataDir);
  const again = await connect(await readUrl(next));
  expect(await again.get('runner')).toBe('Siân');
});

test('[CM4] a killed private Redis is back on the same port with all its data', async () => {
  const dataDir = createTempFolder();
  const launcher = startLauncher(dataDir);
  const url = await readUrl(launcher);
  const readRounds = async (): Promise<string[]> => (await connect(url)).lRange('rounds', 0, -1);
  for (let round = 1; round <= 3; round += 1) {
    const redis = await connect(url);
    await redis.rPush('rounds', String(round));
    const { pid } = readRecord(dataDir);
    killServer(dataDir);
    await eventually(() => expect([pid, undefined]).not.toContain(readRecord(dataDir).pid));
    // It is noted before it takes connections and has read its file.
    await eventually(async () => expect(await readRounds()).toHaveLength(round));
    // Whoever kills it before the launcher has found it up has it wait longer.
    await launcher.waitForOutput(new RegExp(`(?:Redis runs again[^]*){${round}}`));
  }
  expect(await readRounds()).toEqual(['1', '2', '3']);
  expect(launcher.output).toMatch(
    /Redis has ended .*starting it again in 0.25 s\n- Redis runs again/,
  );
});

test('[CM5] launchers of one data folder share one Redis, and the last one ends it', async () => {
  const dataDir = createTempFolder();
  const launchers = [startLauncher(dataDir), startLauncher(dataDir), startLauncher(dataDir)];
  const urls = await Promise.all(launchers.map(readUrl));
  expect(new Set(urls).size).toBe(1);

  const [first, ...others] = launchers;
  await first?.kill('SIGTERM');
  expect(first?.output).toContain('Redis keeps running for the others that use it');
  expect(listServers(dataDir)).toHaveLength(1);

  await Promise.all(others.map((launcher) => launcher.kill('SIGTERM')));
  expect(listServers(dataDir)).toEqual([]);
});

test('launchers that all see their Redis die bring back exactly one', async () => {
  const dataDir = createTempFolder();
  const launchers = [startLauncher(dataDir), startLauncher(dataDir), startLauncher(dataDir)];
  const urls = await Promise.all(launchers.map(readUrl));
  killServer(dataDir);
  await Promise.all(
    launchers.map((launcher) => launcher.waitForOutput(/Redis runs again on port/)),
  );
  const redis = await connect(urls[0] ?? '');
  const servers = await eventually(() => {
    const found = listServers(dataDir);
    expect(found).toHaveLength(1);
    return found;
  });
  expect(await redis.info('server')).toContain(`process_id:${servers[0]}\r\n`);
});

test('a Redis left behind by a killed launcher is found and used again', async () => {
  const dataDir = createTempFolder();
  const killed = startLauncher(dataDir);
  const url = await readUrl(killed);
  await killed.kill('SIGKILL');
  const { pid } = readRecord(dataDir);
  expect(listServers(dataDir)).toEqual([pid]);

  const next = startLauncher(dataDir);
  expect(await readUrl(next)).toBe(url);
  expect(readRecord(dataDir).pid).toBe(pid);
  await next.kill('SIGTERM');
  expect(listServers(dataDir)).toEqual([]);
});

test('a record of a server that is gone is only a wish for its port', async () => {
  const dataDir = createTempFolder();
  const port = await reservePort();
  writeRecord(dataDir, { port, pid: process.pid });
  expect(new URL(await readUrl(startLauncher(dataDir))).port).toBe(String(port));
});

test('another program on the port makes the private Redis take another one', async () => {
  const dataDir = createTempFolder();
  const answers = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const port = await listenInTest(answers);
  writeRecord(dataDir, { port, pid: process.pid });
  expect(new URL(await readUrl(startLauncher(dataDir))).port).not.toBe(String(port));
});

test('a Redis of another folder on the port is left alone', async () => {
  const other = await startRedis();
  onTestFinished(() => other.stop());
  const dataDir = createTempFolder();
  writeRecord(dataDir, { port: other.port, pid: other.pid });
  const launcher = startLauncher(dataDir);
  expect(new URL(await readUrl(launcher)).port).not.toBe(String(other.port));
  await launcher.kill('SIGTERM');
  await connect(other.url);
});

test('a program that takes connections on the port and says nothing stops the start', async () => {
  const dataDir = createTempFolder();
  const silent = createServer((socket) => socket.resume());
  const port = await listenInTest(silent);
  writeRecord(dataDir, { port, pid: 4_321 });
  const launcher = startLauncher(dataDir, { SPLITCAST_TIMING: '{"redisAnswerMs":500}' });
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr).toContain(`(process 4321) is stuck: port ${port} takes connections`);
  expect(launcher.stderr.trim().split('\n')).toHaveLength(2);
});

test('[CM4] a folder with a snapshot alone keeps its data when the append-only file begins', async () => {
  const dataDir = createTempFolder();
  const dir = join(dataDir, 'redis');
  mkdirSync(dir);
  const old = await startRedis({ dir });
  const before = await connect(old.url);
  await before.hSet('runners', { 'runner-1': 'Siân', 'runner-2': 'Gwenllian' });
  await before.sendCommand(['SAVE']);
  before.destroy();
  await old.stop();

  const launcher = startLauncher(dataDir);
  const redis = await connect(await readUrl(launcher));
  expect(launcher.output).toContain('Turning the Redis snapshot into an append-only file');
  expect(await redis.hGetAll('runners')).toEqual({ 'runner-1': 'Siân', 'runner-2': 'Gwenllian' });
  expect(await redis.configGet('appendonly')).toEqual({ appendonly: 'yes' });
  await redis.hSet('runners', 'runner-3', 'Owain');
  killServer(dataDir);
  await launcher.waitForOutput(/Redis runs again/);
  const after = await connect(await readUrl(launcher));
  expect(await after.hLen('runners')).toBe(3);
});

test('a data folder that cannot be used is named in two plain lines', async () => {
  const file = join(createTempFolder(), 'a file');
  writeFileSync(file, '');
  const launcher = startLauncher(file);
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr.trim().split('\n')).toEqual([
    expect.stringContaining(`The data folder ${file} cannot be used`),
    'Set DATA_DIR to a folder on a disk with free space that this user can write to.',
  ]);
});

test('[CM6] without redis-server and without a way to install it, two plain lines say what to do', async () => {
  const empty = createTempFolder();
  const launcher = startLauncher(createTempFolder(), { PATH: empty, REDIS_SERVER_PATH: undefined });
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr.trim().split('\n')).toEqual([
    'Redis is not on this machine and cannot be installed without asking you.',
    'Install it (sudo apt-get install redis-server, or brew install redis), or set REDIS_SERVER_PATH to a redis-server, or REDIS_URL to a Redis that runs.',
  ]);
});

test('a redis-server that gives up is quoted', async () => {
  const folder = createTempFolder();
  const server = join(folder, 'redis-server');
  writeFileSync(server, '#!/bin/sh\necho "Fatal: no memory"; exit 1\n', { mode: 0o755 });
  const launcher = startLauncher(join(folder, 'data'), { REDIS_SERVER_PATH: server });
  expect(await launcher.exitCode).toBe(1);
  expect(launcher.stderr).toContain('The private Redis did not start: Fatal: no memory\n');
});
