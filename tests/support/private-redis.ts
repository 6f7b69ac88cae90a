import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { newClient } from '#server/store/new-client.ts';

import { getRedisServerPath } from './binaries.ts';
import { startProcess, type TestProcess } from './process.ts';

const HOLD_REDIS = join(import.meta.dirname, 'hold-redis.mjs');

/** The launchers' note of the server; without a pid while it is being started. */
interface ServerRecord {
  readonly port: number;
  readonly pid?: number;
}

/** A launcher on the folder, with the Redis of the tests; what it leaves running is ended too. */
export function startLauncher(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>> = {},
): TestProcess {
  const launcher = startProcess(process.execPath, [HOLD_REDIS], {
    env: { REDIS_SERVER_PATH: getRedisServerPath(), ...env, DATA_DIR: dataDir },
  });
  onTestFinished(async () => {
    await launcher.kill('SIGKILL');
    // A launcher that was killed leaves its server running, as it must.
    killServer(dataDir);
  });
  return launcher;
}

/** The address it says, with the password. */
export async function readUrl(launcher: TestProcess): Promise<string> {
  const [, url = ''] = await launcher.waitForOutput(/ready at (\S+)/);
  return url;
}

/** A client that is told of nothing and ended with the test. */
export async function connect(url: string) {
  const client = newClient({ url, socket: { reconnectStrategy: false } });
  // Losing the connection is what these tests are about; the commands still reject.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => {
    client.destroy();
  });
  return client;
}

export function readRecord(dataDir: string): ServerRecord {
  return JSON.parse(readFileSync(join(dataDir, 'redis', 'server.json'), 'utf8')) as ServerRecord;
}

export function writeRecord(dataDir: string, record: ServerRecord): void {
  mkdirSync(join(dataDir, 'redis'), { recursive: true });
  writeFileSync(join(dataDir, 'redis', 'server.json'), JSON.stringify(record));
}

export function killServer(dataDir: string): void {
  for (const pid of listServers(dataDir)) process.kill(pid, 'SIGKILL');
}

/** The process ids of the Redis servers on the port of the folder's record. */
export function listServers(dataDir: string): number[] {
  if (!existsSync(join(dataDir, 'redis', 'server.json'))) return [];
  const { port } = readRecord(dataDir);
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const ours = new RegExp(`redis-server .*[: ]${port}\\b`);
  return lines.filter((line) => ours.test(line)).map((line) => Number.parseInt(line, 10));
}
