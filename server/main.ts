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

/** A Redis that does not answer delays a start for no longer. */
const ANSWER_MS = 2_000;
/** The longest end of this process, answers under way included. */
const STOP_MS = DRAIN_MS + 3_000;

/**
 * Checks the schema of the record before anything listens (FEED.md CF27). Without
 * a Redis the start goes on: the follower checks again when there is one.
 * @throws {StartError}
 */
async function requireKnownRecord({ redis, raceKey }: ServerConfig): Promise<void> {
  const store = new RaceStore(redis, raceKey, createLogger('silent'));
  try {
    await Promise.race([
      lookAt(store),
      store.firstFailure,
      delay(ANSWER_MS, undefined, { ref: false }),
    ]);
  } finally {
    store.close();
  }
}

async function lookAt(store: RaceStore): Promise<void> {
  try {
    await store.connect();
    await store.readHead();
  } catch (error) {
    // The service itself reports every other problem.
    if (error instanceof OtherSchemaError) throw new StartError(error.message);
  }
}

/** The bundle is in `dist/server` with the other programs, the page next to it. */
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
    const port = await startServer(context, { onFirstOrganiser: announceOrganiser });
    if (cluster.isPrimary) {
      announce(config, port);
      notifyLauncher();
    }
    await untilSignal();
  } finally {
    // Also after a failed start: the context would keep the process alive. A full disk or a silent Redis delays the end
    // no longer than the answers under way do.
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

/** From now on the launcher restarts this process when it dies; before, its death ends the start. */
function notifyLauncher(): void {
  process.send?.('serving');
}

function announce(config: ServerConfig, port: number): void {
  const { local, lan } = listAddresses(config.host, port);
  process.stdout.write(`Results:     ${local}\n`);
  for (const address of lan) process.stdout.write(`On the LAN:  ${address}\n`);
}

/** Printed only by the process that made the account. */
function announceOrganiser({ email, password }: FirstOrganiser): void {
  process.stdout.write(
    `Sign in at /login as:  ${email}\nOne-time password:     ${password}\n` +
      'It is shown this once, and replaced at the first sign-in.\n',
  );
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // The primary passes on a signal that the terminal may also have sent.
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
  // The channel of a worker would keep it alive with nothing left to do.
  process.channel?.unref();
}

/**
 * The addresses to print once the service listens: this machine's own, then those on its networks.
 */
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
