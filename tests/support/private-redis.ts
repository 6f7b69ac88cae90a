import { onTestFinished } from 'vitest';

import { newClient } from '#server/store/redis-connection.ts';

import { getRedisServerPath } from './binaries.ts';
import { placeOf } from './ingest-scans.ts';
import { HOLD_REDIS, killServer, READY } from './private-servers.ts';
import { startProcess, type TestProcess } from './process.ts';

export { killServer, listServers, readPid } from './private-servers.ts';

/** Starts a launcher for the folder; ended with the test, with any Redis that it leaves running. */
export function startLauncher(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>> = {},
): TestProcess {
  const launcher = startProcess(process.execPath, [HOLD_REDIS], {
    env: { REDIS_SERVER_PATH: getRedisServerPath(), ...env, DATA_DIR: dataDir },
  });
  onTestFinished(async () => {
    await launcher.kill('SIGKILL');
    // A killed launcher leaves its server running.
    killServer(dataDir);
  });
  return launcher;
}

/** The address that the launcher reports. */
export async function readUrl(launcher: TestProcess): Promise<string> {
  const [, url = ''] = await launcher.waitForOutput(READY);
  return url;
}

/** A client that ends with the test. */
export async function connect(url: string) {
  const client = newClient({ socket: { ...placeOf(url), reconnectStrategy: false } });
  // These tests lose connections; commands still reject.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => {
    client.destroy();
  });
  return client;
}
