import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { codeOf, messageOf } from '../system/errors.mjs';
import { keepRunning } from '../system/keep-running.mjs';
import { isAlive, withLock } from '../system/lock.mjs';
import { syncFolder } from '../system/sync-folder.mjs';
import { timing } from '../system/timing.mjs';
import { Failure, remedyOf, runTool } from './launcher.mjs';
import {
  describeTornTail,
  findDamage,
  prepareTornTail,
  requireAllFiles,
  restoreTorn,
} from './redis-files.mjs';

const POLL_MS = 25;
/** A Redis that loads or saves a lot still answers; one that does not in this time hangs. */
const ANSWER_MS = timing('redisAnswerMs', 3_000);
/** A program that has just ended may still be on Redis's list of clients for a moment. */
const GONE_ATTEMPTS = 20;
/** A server of a large race has written everything in a few seconds. */
const END_MS = 30_000;
/** The longest path of a socket that every system takes. */
const LONGEST_PATH = 100;

/** Every write is on the disk before its reply, and nothing is ever dropped to make room. */
const PROFILE = {
  port: '0',
  unixsocketperm: '600',
  appendonly: 'yes',
  appendfsync: 'always',
  'no-appendfsync-on-rewrite': 'no',
  'maxmemory-policy': 'noeviction',
  save: '',
};

/** @typedef {import('./launcher.mjs').Steps} Steps */

/**
 * Where the Redis of a data folder is: its folder, which only its owner can read, and its socket,
 * which only its owner can use. `backupDir`: whose newest backup is named where the data cannot be read.
 * @typedef {{ dir: string, socket: string, backupDir: string | undefined }} Place
 */

/**
 * @typedef {object} PrivateRedisOptions
 * @property {string} dataDir
 * @property {() => Promise<string>} provideServer finds or installs redis-server, when one has to be started
 * @property {boolean} [isOptional] a server that cannot be started is reported and tried again
 * @property {string | undefined} [backupDir] see {@link Place}
 * @property {Steps} steps
 */

/**
 * Joins or starts the Redis of the data folder, and from then on starts it again whenever it ends.
 * All launchers that work on the folder share it: it listens on a socket there, so that one that
 * answers is ours, and one launcher at a time looks, starts or ends.
 * @param {PrivateRedisOptions} options
 * @returns {Promise<{ url: string, release: () => Promise<boolean> }>} `release` ends the
 *   supervision, and the server too unless somebody else still uses it, and returns whether it has ended
 */
export async function providePrivateRedis(options) {
  const { dataDir, backupDir, isOptional = false, steps } = options;
  const place = { ...preparePlace(dataDir), backupDir };
  const onWait = () => steps.say('Waiting for another command that starts or ends Redis');
  /** @template T @param {() => Promise<T>} work */
  const alone = (work) => withLock(join(place.dir, 'launcher.lock'), work, { onWait });
  const bringUp = () => alone(() => joinOrStart(place, options));
  const connection = await bringUp().catch((error) => {
    if (!isOptional) throw error;
    steps.say(messageOf(error));
    steps.say(remedyOf(error));
    return undefined;
  });
  const supervisor = supervise(connection, bringUp, place, steps);
  return {
    url: `unix://${encodeURI(place.socket)}`,
    async release() {
      // Not under the lock, which a start under way may be waiting for.
      const last = await supervisor.stop();
      /** @type {Promise<boolean> | undefined} */
      let ended;
      const end = () => (ended ??= shutDownIfUnused(last, place, steps));
      // Where a full or broken disk takes no lock, nobody else can begin to use the server either.
      return alone(end).catch(end);
    },
  };
}

/** Creates the folder if it is missing, and checks that it can be written. @param {string} dataDir */
function preparePlace(dataDir) {
  try {
    const given = join(dataDir, 'redis');
    mkdirSync(given, { recursive: true, mode: 0o700 });
    chmodSync(given, 0o700);
    const dir = realpathSync(given);
    const probe = join(dir, `.writable.${process.pid}`);
    writeFileSync(probe, ' ');
    rmSync(probe);
    const socket = join(dir, 'redis.sock');
    return { dir, socket: Buffer.byteLength(socket) <= LONGEST_PATH ? socket : shortSocket(dir) };
  } catch (error) {
    throw new Failure(
      `The data folder ${dataDir} cannot be used: ${messageOf(error)}`,
      codeOf(error) === 'ENOSPC'
        ? 'Make room on its disk and run it again; nothing is lost.'
        : 'Set DATA_DIR to a folder on a disk with free space that this user can write to.',
    );
  }
}

/** A socket for a folder whose path is too long for one, in a folder of the temporary files that is ours alone. @param {string} dir */
function shortSocket(dir) {
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `splitcast-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Error(`${folder} belongs to another user; a shorter path needs no such folder`);
  }
  return join(folder, 'redis.sock');
}

/** @param {Place} place @param {PrivateRedisOptions} options @returns {Promise<Redis>} a connection to the server, which has loaded its data */
async function joinOrStart(place, { provideServer, steps }) {
  let redis = await connect(place, steps);
  if (!redis && (await isRunning(place))) {
    // Started a moment ago by a launcher that was killed, or without its socket file.
    await delay(ANSWER_MS);
    redis = await connect(place, steps);
    if (!redis) {
      const pid = readPid(place);
      throw new Failure(
        `The private Redis (process ${pid}) runs, but not on ${place.socket}.`,
        `End that process (kill ${pid}) and run it again.`,
      );
    }
  }
  redis ??= await launch(await provideServer(), place, steps);
  // Redis syncs its files and their names; those of its folders are synced here.
  await syncFolder(place.dir);
  await syncFolder(dirname(place.dir));
  return redis;
}

/**
 * Starts a server on the files of the folder and waits until it has loaded its data, without the end that a power cut
 * tore; other damage is a Failure, and nothing is changed. The server is not tied to the launcher: Ctrl-C in a terminal
 * must not reach it, and it must outlive a killed launcher.
 * @param {string} server
 * @param {Place} place
 * @param {Steps} steps
 * @param {import('./redis-files.mjs').Torn} [torn]
 * @returns {Promise<Redis>}
 */
async function launch(server, place, steps, torn) {
  const { dir, socket } = place;
  requireAllFiles(place);
  const log = openSync(join(dir, 'redis.log'), 'a');
  const logStart = fstatSync(log).size;
  const mayBeTorn = { 'aof-load-truncated': torn ? 'yes' : 'no' };
  const settings = { dir, unixsocket: socket, ...mayBeTorn, ...PROFILE };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(server, args, { cwd: dir, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  /** @type {string | undefined} */
  let end;
  child.once('error', (error) => (end = messageOf(error)));
  child.once('exit', (code, signal) => (end = `it ended with ${signal ?? `status ${code}`}`));
  child.unref();
  if (child.pid !== undefined) writeFileSync(join(dir, 'redis.pid'), `${child.pid}\n`);
  for (;;) {
    const redis = await connect(place, steps);
    if (redis && torn) steps.say(describeTornTail(torn, place));
    if (redis) return redis;
    if (end !== undefined) break;
    await delay(POLL_MS);
  }
  const said = readLog(place).subarray(logStart).toString();
  if (torn) restoreTorn(torn);
  const found = torn ? undefined : prepareTornTail(dir, said);
  if (found) return launch(server, place, steps, found);
  throw explainEnd(end, said, place);
}

/** @param {string} end @param {string} log @param {Place} place */
function explainEnd(end, log, place) {
  const why = lastLine(log) ?? end;
  if (/No space left/i.test(log)) {
    return new Failure(
      `The private Redis did not start, since its disk is full: ${why}`,
      'Make room on the disk of the data folder and run it again; nothing is lost.',
    );
  }
  const other = new Failure(
    `The private Redis did not start: ${why}`,
    `See ${join(place.dir, 'redis.log')}, or set REDIS_SERVER_PATH to another redis-server.`,
  );
  return findDamage(place, log, why) ?? other;
}

/**
 * One connection, without reconnects, to a server that has loaded its data.
 * @param {Place} place
 * @param {Steps} steps
 * @returns {Promise<Redis | undefined>} undefined when nobody listens. Throws a Failure when the
 *   server does not answer: a second one on the same files would destroy them
 */
async function connect(place, steps) {
  const redis = new Redis({
    path: place.socket,
    lazyConnect: true,
    retryStrategy: null,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    disconnectTimeout: 100,
    disableClientInfo: true,
    protocol: 2,
    commandTimeout: ANSWER_MS,
  });
  redis.on('error', () => undefined);
  const isConnected = await redis.connect().then(
    () => true,
    () => false,
  );
  for (let isLoading = false; ; isLoading = true) {
    if (!isConnected) break;
    const answer = await redis.ping().catch(messageOf);
    if (answer === 'PONG') return redis;
    if (answer === 'Command timed out') {
      redis.disconnect();
      throw new Failure(
        `The private Redis (process ${readPid(place) ?? 'unknown'}) is stuck: it takes connections and does not answer.`,
        'End that process and run it again.',
      );
    }
    // Otherwise it has ended, which it does right after a start on data that it cannot read.
    if (!answer.startsWith('LOADING')) break;
    if (!isLoading) steps.say('Redis loads its data');
    await delay(POLL_MS);
  }
  redis.disconnect();
  return undefined;
}

/**
 * Holds a connection, which ends with the server, and starts that again. A server that is merely slow is left alone.
 * @param {Redis | undefined} connection
 * @param {() => Promise<Redis>} bringUp
 * @param {Place} place
 * @param {Steps} steps
 * @returns {{ stop: () => Promise<Redis | undefined> }} `stop` ends the supervision and returns its connection
 */
function supervise(connection, bringUp, place, steps) {
  const stop = new AbortController();
  const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  let isFirst = true;
  const run = async () => {
    try {
      if (!connection && isFirst) return 'Redis does not run';
      connection ??= await bringUp();
      if (!isFirst) steps.say('Redis runs again');
    } catch (error) {
      steps.say(remedyOf(error));
      return `Redis cannot be started yet: ${messageOf(error)}`;
    } finally {
      isFirst = false;
    }
    const ended = new Promise((resolve) => connection?.once('end', resolve));
    if (connection.status !== 'end') await Promise.race([ended, stopped]);
    if (stop.signal.aborted) return undefined;
    connection = undefined;
    return `Redis has ended (${lastLine(readLog(place).toString()) ?? 'no reason logged'})`;
  };
  const watching = keepRunning(run, stop.signal, steps);
  return {
    async stop() {
      stop.abort();
      await watching;
      return connection;
    },
  };
}

/**
 * Ends the server when nobody else is connected to it: other launchers and every service keep a
 * connection of their own.
 * @param {Redis | undefined} redis the supervisor's connection, which also reaches a server whose folder is gone
 * @param {Place} place
 * @param {Steps} steps
 * @returns {Promise<boolean>} whether it has ended
 */
async function shutDownIfUnused(redis, place, steps) {
  if (!redis || redis.status === 'end') return !(await isRunning(place));
  try {
    if (await hasOtherClients(redis)) {
      steps.say('Redis keeps running for the others that use it');
      return false;
    }
    const pid = /process_id:(\d+)/.exec(await redis.info('server'))?.[1];
    await endServer(redis);
    const giveUpMs = performance.now() + END_MS;
    while (isAlive(Number(pid))) {
      if (performance.now() > giveUpMs) {
        steps.say(`Redis still writes after ${END_MS / 1_000} s, and ends when it has`);
        return false;
      }
      await delay(POLL_MS);
    }
  } catch (error) {
    steps.say(`Redis keeps running: ${messageOf(error)}`);
    return false;
  } finally {
    redis.disconnect();
  }
  steps.say('Redis has written everything and ended');
  return true;
}

/**
 * Hanging up is how SHUTDOWN answers. All that was acknowledged is in the append-only file already,
 * so no copy is written; it refuses all the same where it cannot write, as on a full disk.
 * @param {Redis} redis
 */
async function endServer(redis) {
  for (const how of [['NOSAVE'], ['NOSAVE', 'NOW', 'FORCE']]) {
    const answer = await redis
      .call('SHUTDOWN', ...how)
      .catch((/** @type {unknown} */ error) => error);
    if (!(answer instanceof Error) || answer.name !== 'ReplyError') return;
  }
}

/** @param {Redis} redis */
async function hasOtherClients(redis) {
  for (let attempt = 1; attempt <= GONE_ATTEMPTS; attempt += 1) {
    const clients = String(await redis.call('CLIENT', 'LIST')).trim();
    if (!clients.includes('\n')) return false;
    await delay(2 * POLL_MS);
  }
  return true;
}

/** Whether the server that was started last on the folder still runs. @param {Place} place */
async function isRunning(place) {
  const pid = readPid(place);
  if (pid === undefined || !isAlive(pid)) return false;
  // Pids are used again; Redis shows its socket in the name of its process.
  const { output } = await runTool('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return output.includes(place.socket);
}

/** @param {Place} place */
function readPid({ dir }) {
  const file = join(dir, 'redis.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

/** @param {Place} place */
function readLog({ dir }) {
  const file = join(dir, 'redis.log');
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

/** The last line of a server's log, without process id and date. @param {string} log */
function lastLine(log) {
  const last = log.trim().split('\n').at(-1);
  return last?.replace(/^\d+:\w .*? [*#.-] /, '') || undefined;
}
