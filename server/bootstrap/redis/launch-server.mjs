import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { messageOf } from '../../system/errors.mjs';
import { Failure } from '../launcher.mjs';
import { inspectPort, openRedis, readInfo } from './connection.mjs';
import { hasOnlySnapshot } from './data-files.mjs';
import { findLastLogLine, redisLogFile, writeServerRecord } from './server-folder.mjs';

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
  // Redis would drop whatever follows the first length that is damaged; see repair-files.mjs.
  'aof-load-truncated': ['no'],
  save: ['300', '1'],
};

/**
 * What came of trying to start a server: `up` and it answers, also when another launcher's
 * was first; `taken` when somebody else has the port.
 * @typedef {'up' | 'taken'} LaunchOutcome
 */

/**
 * Starts a server for the folder on that port. It leads a process group of its own and is
 * not tied to the launcher: Ctrl-C in a terminal must not reach it, and it must outlive a
 * launcher that is killed. Throws a Failure when the server itself gives up.
 * @param {string} server
 * @param {import('./connection.mjs').RedisPlace} place
 * @returns {Promise<LaunchOutcome>}
 */
export async function launchRedis(server, place) {
  const { port, dir, password } = place;
  writeServerRecord(dir, { port });
  const log = openSync(redisLogFile(dir), 'a');
  const logStart = fstatSync(log).size;
  const settings = {
    port: [String(port)],
    dir: [dir],
    appendonly: [hasOnlySnapshot(dir) ? 'no' : 'yes'],
    ...PROFILE,
  };
  const args = Object.entries(settings).flatMap(([name, values]) => [`--${name}`].concat(values));
  // The password comes through standard input, since everybody can read the arguments of a process.
  const child = spawn(server, ['-', ...args], {
    cwd: dir,
    detached: true,
    stdio: ['pipe', log, log],
  });
  // A server that ends before it has read it says why by its end.
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
        `See ${redisLogFile(dir)}, or set REDIS_SERVER_PATH to another redis-server.`,
      );
    }
    await delay(POLL_MS);
  }
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
