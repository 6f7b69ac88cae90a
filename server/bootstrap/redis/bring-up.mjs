import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, renameSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { messageOf } from '../../system/errors.mjs';
import { withLock } from '../../system/lock.mjs';
import { syncFolder } from '../../system/sync-folder.mjs';
import { Failure } from '../launcher.mjs';
import { inspectPort, openRedis, readInfo } from './connection.mjs';
import {
  describeLoss,
  describeTornTail,
  hasOnlySnapshot,
  prepareTornTail,
  requireAllFiles,
} from './data-files.mjs';
import { findLastLogLine, readLog, redisLogFile, writeServerRecord } from './server-folder.mjs';

const POLL_MS = 25;

/** It answers as soon as it has its port, before it loads its data. */
const ANSWER_MS = 30_000;

/** Every write is on the disk before its reply, and nothing is ever dropped to make room. */
const PROFILE = {
  bind: ['127.0.0.1'],
  'protected-mode': ['yes'],
  appendfsync: ['always'],
  'no-appendfsync-on-rewrite': ['no'],
  'maxmemory-policy': ['noeviction'],
  save: ['300', '1'],
};

/** What Redis logs of files that it cannot read, in the words of all its versions. */
const DAMAGED =
  /error in RDB|Short read or OOM|RDB checksum|Wrong signature|append only file|AOF (?:manifest )?file/i;
/** A snapshot of a newer Redis is not damaged: another server can read it. */
const NEWER_SNAPSHOT = 'RDB format version';

/**
 * Starts a server for the place and waits until it has loaded its data, or joins one that runs
 * there already. Where a power cut tore its last file it is started again without the torn end, of
 * which a copy is kept first. Of several launchers one does so while the others wait.
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {() => Promise<string>} provideServer
 * @param {import('../launcher.mjs').Steps} steps
 * @returns {Promise<LaunchOutcome>}
 */
export async function bringUpRedis(place, provideServer, steps) {
  const { dir } = place;
  return withLock(join(dir, 'bring-up.lock'), async () => {
    const logStart = readLog(dir).length;
    try {
      return await startAndLoad(place, provideServer, steps, 'no');
    } catch (error) {
      if ((await inspectPort(place)) !== 'nobody') throw error;
      const torn = prepareTornTail(dir, readLog(dir, logStart));
      if (!torn) throw explainEnd(place, error, logStart);
      try {
        const outcome = await startAndLoad(place, provideServer, steps, 'yes');
        for (const line of describeTornTail(place, torn)) steps.say(line);
        return outcome;
      } catch (again) {
        if ((await inspectPort(place)) !== 'nobody') throw again;
        renameSync(torn.kept, torn.file);
        throw explainEnd(place, again, logStart);
      }
    }
  });
}

/**
 * Why a server ended that was to load the data.
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {unknown} error
 * @param {number} logStart
 */
function explainEnd(place, error, logStart) {
  const log = readLog(place.dir, logStart);
  const reason = findLastLogLine(place.dir, logStart) ?? 'no reason logged';
  if (DAMAGED.test(log) && !log.includes(NEWER_SNAPSHOT)) {
    // What Redis advises would drop everything behind the damage.
    return describeLoss(place, reason.replace(/: make a backup of .*|[.] You can: .*/, ''));
  }
  if (error instanceof Failure) return error;
  return new Failure(
    `The private Redis ended while it loaded its data: ${reason}`,
    `See ${redisLogFile(place.dir)}, or set REDIS_SERVER_PATH to another redis-server.`,
  );
}

/**
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {() => Promise<string>} provideServer
 * @param {import('../launcher.mjs').Steps} steps
 * @param {'yes' | 'no'} mayBeTorn whether the server may leave out half a command at the end
 */
async function startAndLoad(place, provideServer, steps, mayBeTorn) {
  const holder = await inspectPort(place);
  if (holder === 'nobody') {
    const server = await provideServer();
    requireAllFiles(place);
    if ((await launchRedis(server, place, mayBeTorn)) === 'taken') return 'taken';
  } else if (holder !== 'ours') {
    return 'taken';
  }
  await waitUntilReady(place, steps);
  // Redis syncs its files and the names in their folder; that folder, and the password, have theirs here.
  await syncFolder(place.dir);
  await syncFolder(dirname(place.dir));
  return 'up';
}

/**
 * Waits until the server has loaded its data, and makes sure that it keeps every write and lets
 * nobody else in: a server started on a snapshot alone gets its append-only file now, and one
 * started by an earlier version its password.
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {import('../launcher.mjs').Steps} steps
 */
async function waitUntilReady(place, steps) {
  const connection = await openRedis(place);
  try {
    if (await isLoading(connection)) {
      await steps.during('Redis loads its data', () =>
        waitUntil(async () => !(await isLoading(connection))),
      );
    }
    const { aof_enabled: enabled } = await readInfo(connection, 'persistence');
    if (enabled !== '1') await steps.during(...createAppendOnlyFile(connection));
    await connection.call('CONFIG', 'SET', 'requirepass', place.password);
  } finally {
    connection.close();
  }
}

/**
 * @param {import('./connection.mjs').RedisConnection} connection
 * @returns {[string, () => Promise<void>]}
 */
function createAppendOnlyFile(connection) {
  return [
    'Turning the Redis snapshot into an append-only file',
    async () => {
      await connection.call('CONFIG', 'SET', 'appendonly', 'yes');
      await waitUntil(async () => {
        const info = await readInfo(connection, 'persistence');
        if (info['aof_last_bgrewrite_status'] === 'err') {
          throw new Failure(
            'Redis could not write its append-only file beside the snapshot dump.rdb.',
            'Free some disk space and run it again; the snapshot is as it was.',
          );
        }
        const busy =
          info['aof_rewrite_in_progress'] === '1' || info['aof_rewrite_scheduled'] === '1';
        return info['aof_enabled'] === '1' && !busy;
      });
    },
  ];
}

/** @param {import('./connection.mjs').RedisConnection} connection */
async function isLoading(connection) {
  return (await readInfo(connection, 'persistence'))['loading'] === '1';
}

/** @param {() => Promise<boolean>} condition */
async function waitUntil(condition) {
  while (!(await condition())) await delay(POLL_MS);
}

/**
 * The outcome of a start: `up` when a server answers, also one of another launcher that was first;
 * `taken` when somebody else has the port.
 * @typedef {'up' | 'taken'} LaunchOutcome
 */

/**
 * Starts a server for the folder on that port. It leads a process group of its own and is not tied
 * to the launcher: Ctrl-C in a terminal must not reach it, and it must outlive a killed launcher.
 * Throws a Failure when the server itself gives up.
 * @param {string} server
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {'yes' | 'no'} mayBeTorn
 * @returns {Promise<LaunchOutcome>}
 */
async function launchRedis(server, place, mayBeTorn) {
  const { port, dir, password } = place;
  writeServerRecord(dir, { port });
  const log = openSync(redisLogFile(dir), 'a');
  const logStart = fstatSync(log).size;
  const settings = {
    port: [String(port)],
    dir: [dir],
    appendonly: [hasOnlySnapshot(dir) ? 'no' : 'yes'],
    'aof-load-truncated': [mayBeTorn],
    ...PROFILE,
  };
  const args = Object.entries(settings).flatMap(([name, values]) => [`--${name}`].concat(values));
  // Through standard input, since everybody can read the arguments of a process.
  const child = spawn(server, ['-', ...args], {
    cwd: dir,
    detached: true,
    stdio: ['pipe', log, log],
  });
  // A server that ends before it has read it gives the reason with its end.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(`requirepass ${password}\n`);
  /** @type {string | undefined} */
  let end;
  child.once('error', (error) => (end = messageOf(error)));
  child.once('exit', (code, signal) => (end = `it ended with ${signal ?? `status ${code}`}`));
  child.unref();
  closeSync(log);

  for (const startMs = performance.now(); ;) {
    if (performance.now() - startMs > ANSWER_MS) end ??= `it did not answer in ${ANSWER_MS} ms`;
    const ended = end;
    const holder = await inspectPort(place);
    if (holder === 'ours') {
      writeServerRecord(dir, { port, pid: await readProcessId(place) });
      return 'up';
    }
    if (ended !== undefined) {
      if (holder !== 'nobody') return 'taken';
      throw new Failure(
        `The private Redis did not start: ${findLastLogLine(dir, logStart) ?? ended}`,
        isDiskFull(dir)
          ? `The disk of ${dir} is full: make room on it, then run it again.`
          : `See ${redisLogFile(dir)}, or set REDIS_SERVER_PATH to another redis-server.`,
      );
    }
    await delay(POLL_MS);
  }
}

/** Less is not enough to start with. */
const LEAST_BYTES = 1_000_000;

/** @param {string} dir */
function isDiskFull(dir) {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize < LEAST_BYTES;
}

/** @param {import('./connection.mjs').RedisPlace} place */
async function readProcessId(place) {
  const connection = await openRedis(place);
  try {
    return Number((await readInfo(connection, 'server'))['process_id']);
  } finally {
    connection.close();
  }
}
