import { setTimeout as delay } from 'node:timers/promises';

import { Failure } from '../failure.mjs';
import { readInfo } from './inspect-port.mjs';
import { openRedis } from './resp.mjs';

const POLL_MS = 50;

/**
 * Waits until the server has loaded its data, and makes sure that it keeps every write and lets
 * nobody else in: one that was started on a snapshot alone is given its append-only file now, and
 * one that an earlier version started its password.
 * @param {import('./inspect-port.mjs').RedisPlace} place
 * @param {import('../steps.mjs').Steps} steps
 */
export async function waitUntilReady({ port, password }, steps) {
  const connection = await openRedis(port, password);
  try {
    if (await isLoading(connection)) {
      await steps.during('Redis loads its data', () =>
        waitUntil(async () => !(await isLoading(connection))),
      );
    }
    const { aof_enabled: enabled } = await readInfo(connection, 'persistence');
    if (enabled !== '1') await steps.during(...createAppendOnlyFile(connection));
    await connection.call('CONFIG', 'SET', 'requirepass', password);
  } finally {
    connection.close();
  }
}

/**
 * @param {import('./resp.mjs').RedisConnection} connection
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

/** @param {import('./resp.mjs').RedisConnection} connection */
async function isLoading(connection) {
  return (await readInfo(connection, 'persistence'))['loading'] === '1';
}

/** @param {() => Promise<boolean>} condition */
async function waitUntil(condition) {
  while (!(await condition())) await delay(POLL_MS);
}
