import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { withLock } from '../../system/lock.mjs';
import { describeLoss, listAppendOnlyFiles, mendManifest, snapshotFile } from './data-files.mjs';
import { inspectPort } from './inspect-port.mjs';
import { launchRedis, lastWords, readLog } from './launch-server.mjs';
import { mendAppendOnlyFiles } from './mend-files.mjs';
import { redisLogFile } from './server-folder.mjs';
import { waitUntilReady } from './wait-until-ready.mjs';

/** What Redis logs of a snapshot it cannot read, in the words of all its versions. */
const BAD_SNAPSHOT =
  /error in RDB|Short read or OOM|RDB checksum|Wrong signature|RDB format version|file \S+\.rdb:/i;

/**
 * Starts a server for the place and waits until it has loaded its data; one that runs there
 * already is joined. For a server that ends over its data what is damaged is taken out, and it is
 * tried once more. Of several launchers one does so while the others wait.
 * @param {import('./inspect-port.mjs').RedisPlace} place
 * @param {() => Promise<string>} provideServer
 * @param {import('../steps.mjs').Steps} steps
 * @returns {Promise<import('./launch-server.mjs').LaunchOutcome>}
 */
export async function bringUpRedis(place, provideServer, steps) {
  const { dir } = place;
  return withLock(join(dir, 'bring-up.lock'), async () => {
    for (let mayMend = true; ; mayMend = false) {
      const logStart = readLog(dir).length;
      try {
        return await startAndLoad(place, provideServer, steps);
      } catch (error) {
        if ((await inspectPort(place)) !== 'nobody') throw error;
        if (mayMend && mendAppendOnlyFiles(dir, steps)) continue;
        throw describeEnd(dir, logStart, error);
      }
    }
  });
}

/**
 * @param {import('./inspect-port.mjs').RedisPlace} place
 * @param {() => Promise<string>} provideServer
 * @param {import('../steps.mjs').Steps} steps
 */
async function startAndLoad(place, provideServer, steps) {
  const holder = await inspectPort(place);
  if (holder === 'nobody') {
    const server = await provideServer();
    mendManifest(place.dir, steps);
    if ((await launchRedis(server, place)) === 'taken') return 'taken';
  } else if (holder !== 'ours') {
    return 'taken';
  }
  await waitUntilReady(place, steps);
  return 'up';
}

/**
 * Why there is no server, when it has ended on its own.
 * @param {string} dir
 * @param {number} logStart
 * @param {unknown} error
 */
function describeEnd(dir, logStart, error) {
  if (BAD_SNAPSHOT.test(readLog(dir, logStart))) {
    return describeLoss(dir, `${listAppendOnlyFiles(dir)[0] ?? snapshotFile(dir)} is damaged`);
  }
  if (error instanceof Failure) return error;
  return new Failure(
    `The private Redis ended while it loaded its data: ${lastWords(dir, logStart) ?? 'no reason logged'}`,
    `See ${redisLogFile(dir)}, or set REDIS_SERVER_PATH to another redis-server.`,
  );
}
