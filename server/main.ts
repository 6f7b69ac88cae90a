import cluster from 'node:cluster';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { networkInterfaces } from 'node:os';

import { parseServerConfig, type ServerConfig } from './config/config.ts';
import { createContext } from './context.ts';
import { keepBackups } from './process/automatic-backups.ts';
import type { FirstOrganiser } from './identity/create-identity.ts';
import { DRAIN_MS, startServer, stopServer } from './process/lifecycle.ts';
import { StartError } from './process/listen.ts';
import { createLogger } from './observe/logger.ts';
import { SettingError, readEnv } from './config/read-setting.ts';
import { runWorkers } from './process/workers.ts';
import { RaceStore } from './store/race-store.ts';
import { OtherSchemaError } from './store/record-schema.ts';
import { surviveFullDisk } from './system/full-disk.mjs';

/** How long a start waits for Redis. */
const ANSWER_MS = 2_000;
/** How long the end of this process may take, with answers under way. */
const STOP_MS = DRAIN_MS + 3_000;

/**
 * Checks the schema of the record before anything listens (FEED.md CF27). Without Redis the start goes on, and the
 * follower checks later. @throws {StartError}
 */
async function requireKnownRecord({ redis, raceKey }: ServerConfig): Promise<void> {
  const store = new RaceStore(redis, raceKey, createLogger('silent'));
  try {
    await Promise.race([
      checkSchema(store),
      store.firstFailure,
      delay(ANSWER_MS, undefined, { ref: false }),
    ]);
  } finally {
    store.close();
  }
}

async function checkSchema(store: RaceStore): Promise<void> {
  try {
    await store.connect();
    await store.readHead();
  } catch (error) {
    // The service itself reports every other problem.
    if (error instanceof OtherSchemaError) throw new StartError(error.message);
  }
}

/** The bundle is in `dist/server` with the other programs, next to `dist/client`. */
const PAGE_ROOT = path.join(import.meta.dirname, '../client');
const SCANNER = path.join(import.meta.dirname, 'scanner.mjs');

async function main(): Promise<void> {
  surviveFullDisk();
  const config = parseServerConfig(readEnv());
  if (cluster.isWorker) return serve(config);
  await requireKnownRecord(config);
  const logger = createLogger(config.logLevel);
  const { backupDir } = config;
  const endBackups = backupDir === undefined ? undefined : keepBackups(backupDir, logger);
  try {
    if (config.workers > 1) process.exitCode = await shareWork(config);
    else await serve(config);
  } finally {
    endBackups?.();
  }
}

/** Serves in this process until it is stopped. */
async function serve(config: ServerConfig): Promise<void> {
  const context = await createContext(config, { pageRoot: PAGE_ROOT, scannerPath: SCANNER });
  try {
    const port = await startServer(context, announceOrganiser);
    if (cluster.isPrimary) {
      announce(config, port);
      notifyLauncher();
    }
    await untilSignal();
  } finally {
    // Even after a failed start, since the context would keep the process alive. Limited, since a full disk or a silent
    // Redis could delay the end.
    const late = delay(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([stopServer(context), late])) === 'late') {
      context.logger.error('Not everything ended in time: ending at once');
      process.exit(1);
    }
  }
}

/** Runs workers on one port; resolves with the exit status. */
function shareWork(config: ServerConfig): Promise<number> {
  return runWorkers(config.workers, createLogger(config.logLevel), (port) => {
    announce(config, port);
    notifyLauncher();
  });
}

/** Makes the launcher restart this process when it dies; before, its death ends the start. */
function notifyLauncher(): void {
  process.send?.('serving');
}

function announce(config: ServerConfig, port: number): void {
  const { local, lan } = listAddresses(config.host, port);
  process.stdout.write(`Results:     ${local}\n`);
  for (const address of lan) process.stdout.write(`On the LAN:  ${address}\n`);
}

function announceOrganiser({ email, password }: FirstOrganiser): void {
  process.stdout.write(
    `Sign in at /login as:  ${email}\nOne-time password:     ${password}\n` +
      'It is shown this once, and replaced at the first sign-in.\n',
  );
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // A worker may get a signal twice, from the terminal and from the primary.
      if (cluster.isWorker) process.on(signal, () => resolve());
      else process.once(signal, () => resolve());
    }
  });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  // The channel of a worker would keep it alive.
  process.channel?.unref();
}

/** The addresses of the service: on this machine, then on its networks. */
function listAddresses(host: string, port: number): { local: string; lan: string[] } {
  const isAll = host === '0.0.0.0' || host === '::';
  if (!isAll) return { local: `http://${bracket(host)}:${port}`, lan: [] };
  const lan = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map((address) => `http://${address.address}:${port}`);
  return { local: `http://localhost:${port}`, lan };
}

function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
