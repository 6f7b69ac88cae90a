import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  chmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { codeOf, messageOf } from '../system/errors.mjs';
import { isAlive, withLock } from '../system/lock.mjs';
import { syncFolder } from '../system/sync-folder.mjs';
import { timing } from '../system/timing.mjs';
import { Failure, runTool } from './launcher.mjs';
import { createBackoff } from './program.mjs';
import {
  describeLoss,
  describeTornTail,
  hasOnlySnapshot,
  prepareTornTail,
  requireAllFiles,
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
  port: ['0'],
  unixsocketperm: ['600'],
  appendfsync: ['always'],
  'no-appendfsync-on-rewrite': ['no'],
  'maxmemory-policy': ['noeviction'],
  save: ['300', '1'],
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
 * @property {() => Promise<string>} provideServer finds or installs redis-server; asked only
 *   when one has to be started
 * @property {boolean} [isOptional] a server that cannot be started is reported and tried again,
 *   instead of being a failure
 * @property {string | undefined} [backupDir] see {@link Place}
 * @property {Steps} steps
 */

/**
 * Joins or starts the Redis of the data folder, and from then on starts it again whenever it ends.
 * All launchers that work on the folder share it: it listens on a socket there, so that one that
 * answers is ours, and one launcher at a time looks, starts or ends.
 * @param {PrivateRedisOptions} options
 * @returns {Promise<{ url: string, dir: string, release: () => Promise<boolean> }>} `release` ends the
 *   supervision, and the server too unless somebody else still uses it, and returns whether it has ended
 */
export async function providePrivateRedis(options) {
  const { dataDir, backupDir, isOptional = false, steps } = options;
  const place = preparePlace(dataDir, backupDir);
  const onWait = () => steps.say('Waiting for another command that starts or ends Redis');
  /** @template T @param {() => Promise<T>} work */
  const alone = (work) => withLock(join(place.dir, 'launcher.lock'), work, { onWait });
  const bringUp = () => alone(() => joinOrStart(place, options));
  const connection = await bringUp().catch((error) => {
    if (!isOptional) throw error;
    steps.say(messageOf(error));
    if (error instanceof Failure) steps.say(error.remedy);
    return undefined;
  });
  const supervisor = supervise(connection, bringUp, place, steps);
  return {
    url: `unix://${encodeURI(place.socket)}`,
    dir: place.dir,
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

/**
 * Creates the folder if it is missing, and checks that it can be written.
 * @param {string} dataDir
 * @param {string | undefined} backupDir
 * @returns {Place}
 */
function preparePlace(dataDir, backupDir) {
  try {
    const given = join(dataDir, 'redis');
    mkdirSync(given, { recursive: true, mode: 0o700 });
    chmodSync(given, 0o700);
    const dir = realpathSync(given);
    const probe = join(dir, `.writable.${process.pid}`);
    writeFileSync(probe, ' ');
    rmSync(probe);
    const socket = join(dir, 'redis.sock');
    return {
      dir,
      socket: Buffer.byteLength(socket) <= LONGEST_PATH ? socket : shortSocket(dir),
      backupDir,
    };
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') {
      throw new Failure(
        `The disk of the data folder ${dataDir} is full.`,
        'Make room on it and run it again; nothing is lost.',
      );
    }
    throw new Failure(
      `The data folder ${dataDir} cannot be used: ${messageOf(error)}`,
      'Set DATA_DIR to a folder on a disk with free space that this user can write to.',
    );
  }
}

/**
 * A socket for a folder whose path is too long for one, in a folder of the temporary files that is ours alone.
 * @param {string} dir
 */
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

/**
 * @param {Place} place
 * @param {PrivateRedisOptions} options
 * @returns {Promise<Redis>} a connection to the server, which has loaded its data
 */
async function joinOrStart(place, options) {
  const { dir } = place;
  const { provideServer, steps } = options;
  let redis = await connect(place);
  if (!redis && (await isRunning(place))) {
    // Started a moment ago by a launcher that was killed, or without its socket file.
    const pid = readPid(dir);
    redis = await waitFor(() => connect(place));
    if (!redis) {
      throw new Failure(
        `The private Redis (process ${pid}) runs, but not on ${place.socket}.`,
        `End that process (kill ${pid}) and run it again.`,
      );
    }
  }
  const isSnapshotAlone = hasOnlySnapshot(dir);
  redis ??= await launchOnFiles(await provideServer(), place, isSnapshotAlone, steps);
  if (isSnapshotAlone) await createAppendOnlyFile(redis, steps);
  // Redis syncs its files and their names; those of its folders are synced here.
  await syncFolder(dir);
  await syncFolder(dirname(dir));
  return redis;
}

/**
 * Starts a server on the files of the folder. Where a power cut tore the last one it is started again
 * without the torn end, of which a copy is kept first; other damage is a Failure, and nothing is changed.
 * @param {string} server
 * @param {Place} place
 * @param {boolean} isSnapshotAlone
 * @param {Steps} steps
 * @returns {Promise<Redis>}
 */
async function launchOnFiles(server, place, isSnapshotAlone, steps) {
  requireAllFiles(place);
  const first = await launch(server, place, isSnapshotAlone, 'no', steps);
  if (first instanceof Redis) return first;
  const torn = prepareTornTail(place.dir, first.log);
  if (!torn) throw explainEnd(first, place);
  const second = await launch(server, place, isSnapshotAlone, 'yes', steps);
  if (!(second instanceof Redis)) {
    renameSync(torn.kept, torn.file);
    throw explainEnd(second, place);
  }
  for (const line of describeTornTail(place, torn)) steps.say(line);
  return second;
}

/**
 * Starts a server and waits until it has loaded its data. It is not tied to the launcher: Ctrl-C
 * in a terminal must not reach it, and it must outlive a killed launcher.
 * @param {string} server
 * @param {Place} place
 * @param {boolean} isSnapshotAlone
 * @param {'yes' | 'no'} mayBeTorn whether it may leave out half a command at the end of its file
 * @param {Steps} steps
 * @returns {Promise<Redis | { end: string, log: string }>} how it ended, and what it logged, when it gave up
 */
async function launch(server, place, isSnapshotAlone, mayBeTorn, steps) {
  const { dir, socket } = place;
  const log = openSync(logFile(dir), 'a');
  const logStart = fstatSync(log).size;
  const settings = {
    dir: [dir],
    unixsocket: [socket],
    appendonly: [isSnapshotAlone ? 'no' : 'yes'],
    'aof-load-truncated': [mayBeTorn],
    ...PROFILE,
  };
  const args = Object.entries(settings).flatMap(([name, values]) => [`--${name}`].concat(values));
  const child = spawn(server, args, { cwd: dir, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  /** @type {string | undefined} */
  let end;
  child.once('error', (error) => (end = messageOf(error)));
  child.once('exit', (code, signal) => (end = `it ended with ${signal ?? `status ${code}`}`));
  child.unref();
  if (child.pid !== undefined) writeFileSync(pidFile(dir), `${child.pid}\n`);
  for (;;) {
    const redis = await connect(place, steps);
    if (redis) return redis;
    if (end !== undefined) return { end, log: readLog(dir).subarray(logStart).toString() };
    await delay(POLL_MS);
  }
}

/** What Redis logs of files that it cannot read, in the words of all its versions. */
const DAMAGED =
  /error in RDB|Short read or OOM|RDB checksum|Wrong signature|append only file|AOF (?:manifest )?file/i;
/** A snapshot of a newer Redis is not damaged: another server can read it. */
const NEWER_SNAPSHOT = 'RDB format version';

/**
 * @param {{ end: string, log: string }} ended
 * @param {Place} place
 */
function explainEnd({ end, log }, place) {
  const why = lastLine(log) ?? end;
  if (/No space left/i.test(log)) {
    return new Failure(
      `The private Redis did not start, since its disk is full: ${why}`,
      'Make room on the disk of the data folder and run it again; nothing is lost.',
    );
  }
  if (DAMAGED.test(log) && !log.includes(NEWER_SNAPSHOT)) {
    // What Redis advises would drop everything behind the damage.
    return describeLoss(place, why.replace(/: make a backup of .*|[.] You can: .*/, ''));
  }
  return new Failure(
    `The private Redis did not start: ${why}`,
    `See ${logFile(place.dir)}, or set REDIS_SERVER_PATH to another redis-server.`,
  );
}

/**
 * Begins the append-only file of a folder that has a snapshot alone.
 * @param {Redis} redis
 * @param {Steps} steps
 */
async function createAppendOnlyFile(redis, steps) {
  await steps.during('Turning the Redis snapshot into an append-only file', async () => {
    await redis.config('SET', 'appendonly', 'yes');
    for (;;) {
      const info = await redis.info('persistence');
      if (info.includes('aof_last_bgrewrite_status:err')) {
        throw new Failure(
          'Redis could not write its append-only file next to the snapshot dump.rdb.',
          'Make room on the disk and run it again; the snapshot is as it was.',
        );
      }
      if (/aof_rewrite_in_progress:0[^]*aof_rewrite_scheduled:0/.test(info)) return;
      await delay(POLL_MS);
    }
  });
}

/**
 * One connection, without reconnects, to a server that has loaded its data.
 * @param {Place} place
 * @param {Steps} [steps]
 * @returns {Promise<Redis | undefined>} undefined when nobody listens. Throws a Failure when the
 *   server does not answer: a second one on the same files would destroy them
 */
async function connect({ dir, socket }, steps) {
  const redis = new Redis({
    path: socket,
    lazyConnect: true,
    retryStrategy: null,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    disconnectTimeout: 100,
    disableClientInfo: true,
    protocol: 2,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
  } catch {
    redis.disconnect();
    return undefined;
  }
  const ping = async () => {
    for (;;) {
      const answer = await inTime(redis.ping());
      if (answer === 'PONG') return redis;
      if (answer === 'silent') {
        redis.disconnect();
        throw new Failure(
          `The private Redis (process ${readPid(dir) ?? 'unknown'}) is stuck: it takes connections and does not answer.`,
          'End that process and run it again.',
        );
      }
      // It has ended, which it does right after a start on data that it cannot read.
      if (answer !== 'loading') return undefined;
      await delay(POLL_MS);
    }
  };
  const first = await inTime(redis.ping());
  if (first === 'PONG') return redis;
  return first === 'loading' && steps ? steps.during('Redis loads its data', ping) : ping();
}

/**
 * @param {Promise<string>} answer
 * @returns {Promise<'PONG' | 'loading' | 'silent' | 'ended'>}
 */
async function inTime(answer) {
  const stop = new AbortController();
  const silence = delay(ANSWER_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await Promise.race([
      silence.then(() => /** @type {const} */ ('silent')),
      answer.then(
        () => /** @type {const} */ ('PONG'),
        (error) => (messageOf(error).startsWith('LOADING') ? 'loading' : 'ended'),
      ),
    ]);
  } finally {
    stop.abort();
  }
}

/** @param {() => Promise<Redis | undefined>} look */
async function waitFor(look) {
  for (const startMs = performance.now(); performance.now() - startMs < ANSWER_MS;) {
    const found = await look();
    if (found) return found;
    await delay(POLL_MS);
  }
  return undefined;
}

/**
 * @typedef {object} Supervisor
 * @property {() => Promise<Redis | undefined>} stop ends the supervision and returns its connection
 */

/**
 * Holds a connection, which ends with the server, and starts that again after pauses that grow
 * while it ends soon. A server that is merely slow is left alone.
 * @param {Redis | undefined} connection
 * @param {() => Promise<Redis>} bringUp
 * @param {Place} place
 * @param {Steps} steps
 * @returns {Supervisor}
 */
function supervise(connection, bringUp, { dir }, steps) {
  const stop = new AbortController();
  const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  const backoff = createBackoff();

  const watch = async () => {
    let startMs = performance.now();
    let why = connection ? '' : 'Redis does not run';
    while (!stop.signal.aborted) {
      if (connection) {
        const { status } = connection;
        const ended = new Promise((resolve) => connection?.once('end', resolve));
        if (status !== 'end') await Promise.race([ended, stopped]);
        if (stop.signal.aborted) return;
        why = `Redis has ended (${lastLine(readLog(dir).toString()) ?? 'no reason logged'})`;
        connection = undefined;
      }
      const pauseMs = backoff.next(performance.now() - startMs);
      steps.say(`${why}; starting it again in ${pauseMs / 1_000} s`);
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return;
      startMs = performance.now();
      try {
        connection = await bringUp();
        steps.say('Redis runs again');
      } catch (error) {
        why = `Redis cannot be started yet: ${messageOf(error)}`;
        if (error instanceof Failure) steps.say(error.remedy);
      }
    }
  };
  const watching = watch();
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
  for (let attempt = 1; ; attempt += 1) {
    const clients = String(await redis.call('CLIENT', 'LIST')).trim();
    if (!clients.includes('\n')) return false;
    if (attempt === GONE_ATTEMPTS) return true;
    await delay(2 * POLL_MS);
  }
}

/**
 * Whether the server that was started last on the folder still runs.
 * @param {Place} place
 */
async function isRunning({ dir, socket }) {
  const pid = readPid(dir);
  if (pid === undefined || !isAlive(pid)) return false;
  // Pids are used again; Redis shows its socket in the name of its process.
  const { output } = await runTool('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return output.includes(socket);
}

/** @param {string} dir */
function pidFile(dir) {
  return join(dir, 'redis.pid');
}

/** @param {string} dir */
function readPid(dir) {
  try {
    return Number(readFileSync(pidFile(dir), 'utf8')) || undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} dir */
function logFile(dir) {
  return join(dir, 'redis.log');
}

/** @param {string} dir */
function readLog(dir) {
  try {
    return readFileSync(logFile(dir));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/**
 * The last line of a server's log, without process id and date.
 * @param {string} log
 */
function lastLine(log) {
  return (
    log
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^\d+:\w .*? [*#.-] /, '') || undefined
  );
}
