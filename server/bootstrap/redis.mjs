import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Redis, ReplyError } from 'ioredis';

import { codeOf, messageOf } from '../system/errors.mjs';
import { keepRunning } from '../system/keep-running.mjs';
import { isAlive, withLock } from '../system/lock.mjs';
import { syncFolder } from '../system/sync-folder.mjs';
import { timing } from '../system/timing.mjs';
import { Failure, remedyOf, runTool } from './launcher.mjs';
import {
  APPEND_ONLY_FOLDER,
  describeTornTail,
  findDamage,
  prepareTornTail,
  requireAllFiles,
  restoreTorn,
} from './redis-files.mjs';

const POLL_MS = 25;
/** A Redis that does not answer within this time hangs, even if it loads or saves a lot. */
const ANSWER_MS = timing('redisAnswerMs', 3_000);
/** Redis may still list a program that has just ended. */
const GONE_ATTEMPTS = 20;
/** A server of a large race needs a few seconds to write everything. */
const END_MS = 30_000;
/** The longest path of a socket that works on every system. */
const LONGEST_PATH = 100;

/** Each write is on disk before its reply, and nothing is evicted. */
const PROFILE = {
  port: '0',
  unixsocketperm: '600',
  appendonly: 'yes',
  appendfsync: 'always',
  appenddirname: APPEND_ONLY_FOLDER,
  'no-appendfsync-on-rewrite': 'no',
  'maxmemory-policy': 'noeviction',
  save: '',
};

/** @typedef {import('./launcher.mjs').Steps} Steps */

/**
 * The folder and the socket of a Redis, accessible only to their owner, and the folder of backups.
 * @typedef {{ dir: string, socket: string, backupDir: string | undefined }} Place
 */

/**
 * Joins or starts the Redis of the data folder, and starts it again whenever it ends. All launchers of the folder share
 * it, by its socket there; one launcher at a time checks, starts or ends it.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {() => Promise<string>} options.provideServer finds or installs redis-server
 * @param {boolean} [options.isOptional] go on without a server that cannot be started, and try again
 * @param {string | undefined} [options.backupDir] see {@link Place}
 * @param {Steps} options.steps
 * @returns {Promise<{ url: string, release: () => Promise<boolean> }>} `release` ends the supervision, and the server
 *   unless others use it; returns whether the server has ended
 */
export async function providePrivateRedis({
  dataDir,
  provideServer,
  isOptional,
  backupDir,
  steps,
}) {
  const place = { ...preparePlace(dataDir), backupDir };
  const onWait = () => steps.say('Waiting for another command that starts or ends Redis');
  /** @template T @param {() => Promise<T>} work */
  const alone = (work) => withLock(join(place.dir, 'launcher.lock'), work, { onWait });
  const bringUp = () => alone(() => joinOrStart(place, provideServer, steps));
  /** @type {Redis | undefined} */
  let redis = await bringUp().catch((error) => {
    if (!isOptional) throw error;
    steps.say(messageOf(error));
    steps.say(remedyOf(error));
    return undefined;
  });
  const stop = new AbortController();
  const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  // The connection ends when the server does, not when it is slow.
  const holdConnection = async () => {
    try {
      if (!redis) {
        redis = await bringUp();
        steps.say('Redis runs again');
      }
    } catch (error) {
      steps.say(remedyOf(error));
      return `Redis cannot be started yet: ${messageOf(error)}`;
    }
    const { status } = redis;
    const ended = new Promise((resolve) => redis?.once('end', resolve));
    if (status !== 'end') await Promise.race([ended, stopped]);
    if (stop.signal.aborted) return undefined;
    redis = undefined;
    return `Redis has ended (${lastLine(readLog(place).toString()) ?? 'no reason logged'})`;
  };
  const supervision = keepRunning(holdConnection, stop.signal, steps);
  return {
    url: `unix://${encodeURI(place.socket)}`,
    async release() {
      stop.abort();
      // Before taking the lock, for which a start may be waiting.
      await supervision;
      /** @type {Promise<boolean> | undefined} */
      let ended;
      const end = () => (ended ??= shutDownIfUnused(redis, place, steps));
      // If a full or broken disk prevents the lock, nobody else can start using the server either.
      return alone(end).catch(end);
    },
  };
}

/** Creates the folder, and checks that it can be written. @param {string} dataDir */
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
    if (Buffer.byteLength(socket) > LONGEST_PATH) {
      throw new Error(`${socket} is longer than the path of a socket may be`);
    }
    return { dir, socket };
  } catch (error) {
    throw new Failure(
      `The data folder ${dataDir} cannot be used: ${messageOf(error)}`,
      codeOf(error) === 'ENOSPC'
        ? 'Make room on its disk and run it again; nothing is lost.'
        : 'Set DATA_DIR to a folder with a short path, on a disk with free space, that this user can write to.',
    );
  }
}

/** Returns a connection to a server that has loaded its data. @param {Place} place @param {() => Promise<string>} provideServer @param {Steps} steps */
async function joinOrStart(place, provideServer, steps) {
  let redis = await connect(place, steps);
  if (!redis && (await isRunning(place))) {
    // Its launcher may have been killed a moment ago, before it listened; or its socket file was removed.
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
  // Redis syncs the names of its files, but not of its folders.
  await syncFolder(place.dir);
  await syncFolder(dirname(place.dir));
  return redis;
}

/**
 * Starts a server on the files of the folder and waits until it has loaded its data. An end torn by a power cut is
 * dropped; other damage is a Failure and changes nothing. The server is detached, so that Ctrl-C does not reach it and it
 * outlives a killed launcher.
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
  // A server before 7 does not know this setting.
  if (log.includes(">>> 'appenddirname")) {
    return new Failure(
      'The private Redis did not start, since it is older than Redis 7.',
      'Install Redis 7 or newer, or set REDIS_SERVER_PATH to one.',
    );
  }
  const other = new Failure(
    `The private Redis did not start: ${why}`,
    `See ${join(place.dir, 'redis.log')}, or set REDIS_SERVER_PATH to another redis-server.`,
  );
  return findDamage(place, log, why) ?? other;
}

/**
 * A connection, without reconnects, to a server that has loaded its data; undefined if nothing listens. A server that does
 * not answer is a Failure, since a second one on the same files would destroy them.
 * @param {Place} place
 * @param {Steps} steps
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
  // Without a connection PING fails immediately.
  await redis.connect().catch(() => undefined);
  for (let isLoading = false; ; isLoading = true) {
    const answer = await redis.ping().catch(messageOf);
    if (answer === 'PONG') return redis;
    if (answer === 'Command timed out') {
      redis.disconnect();
      throw new Failure(
        `The private Redis (process ${readPid(place) ?? 'unknown'}) is stuck: it takes connections and does not answer.`,
        'End that process and run it again.',
      );
    }
    // Otherwise the server has ended, as right after a start with unreadable data.
    if (!answer.startsWith('LOADING')) break;
    if (!isLoading) steps.say('Redis loads its data');
    await delay(POLL_MS);
  }
  redis.disconnect();
  return undefined;
}

/**
 * Ends the server unless another launcher or a service has a connection. Returns whether it has ended.
 * @param {Redis | undefined} redis
 * @param {Place} place
 * @param {Steps} steps
 */
async function shutDownIfUnused(redis, place, steps) {
  if (!redis || redis.status === 'end') return !(await isRunning(place));
  try {
    const isUsed = async () =>
      String(await redis.client('LIST'))
        .trim()
        .includes('\n');
    for (let attempt = 1; await isUsed(); attempt += 1) {
      if (attempt === GONE_ATTEMPTS) {
        steps.say('Redis keeps running for the others that use it');
        return false;
      }
      await delay(2 * POLL_MS);
    }
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    await endServer(redis);
    for (const startMs = performance.now(); isAlive(pid); await delay(POLL_MS)) {
      if (performance.now() - startMs < END_MS) continue;
      steps.say(`Redis still writes after ${END_MS / 1_000} s, and ends when it has`);
      return false;
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
 * SHUTDOWN answers by closing the connection. It needs no snapshot, since every acknowledged write is in the append-only
 * file, and must be forced if Redis cannot write, as on a full disk.
 * @param {Redis} redis
 */
async function endServer(redis) {
  for (const how of [['NOSAVE'], ['NOSAVE', 'NOW', 'FORCE']]) {
    const answer = await redis
      .call('SHUTDOWN', ...how)
      .catch((/** @type {Error} */ error) => error);
    if (!(answer instanceof ReplyError)) return;
  }
}

/** Whether the last server started on the folder still runs. @param {Place} place */
async function isRunning(place) {
  const pid = readPid(place);
  if (pid === undefined || !isAlive(pid)) return false;
  // The pid may have been reused; Redis shows its socket in its process title.
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

/** The last line of the log, without process id and date. @param {string} log */
function lastLine(log) {
  const last = log.trim().split('\n').at(-1);
  return last?.replace(/^\d+:\w .*? [*#.-] /, '') || undefined;
}
