import { onTestFinished } from 'vitest';

import { eventually } from './eventually.ts';
import { askRedis } from './ingest-scans.ts';
import { type RedisOptions, type RedisServer, startRedis } from './redis-server.ts';

const MASTER_NAME = 'race';

/** A master with its copies, watched by three sentinels. */
export interface SentinelRedis {
  /** The sentinels, as REDIS_URL has them. */
  readonly url: string;
  /** The first is the master at the start. */
  readonly servers: readonly [RedisServer, ...RedisServer[]];
  readonly sentinels: readonly RedisServer[];
  /** Lets a copy take over from a master that is down; until then the sentinels only detect it. */
  readonly allowFailover: () => Promise<void>;
}

/** A quorum above the number of sentinels: no failover. */
const NEVER = 4;
const MAJORITY = 2;
const QUICK = ['repl-diskless-sync-delay 0', 'repl-ping-replica-period 1'];

async function start(options: RedisOptions): Promise<RedisServer> {
  const server = await startRedis(options);
  onTestFinished(() => server.stop());
  return server;
}

/** Configured by a file, so that a server keeps the role that the sentinels gave it when it restarts. */
function startServer(lines: readonly string[]): Promise<RedisServer> {
  return start({ persist: true, config: `${[...QUICK, ...lines].join('\n')}\n` });
}

/** Starts a master, its copies and three sentinels, and waits until all know each other; ended with the test. */
export async function startSentinelRedis({
  copies,
}: {
  readonly copies: number;
}): Promise<SentinelRedis> {
  const master = await startServer([]);
  const replicas = await Promise.all(
    Array.from({ length: copies }, () => startServer([`replicaof 127.0.0.1 ${master.port}`])),
  );
  await eventually(() => expectCopied(master.url, copies));
  const watch = [
    `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${master.port} ${NEVER}`,
    `sentinel down-after-milliseconds ${MASTER_NAME} 2000`,
    `sentinel failover-timeout ${MASTER_NAME} 6000`,
  ].join('\n');
  const sentinels = await Promise.all(
    Array.from({ length: 3 }, () => start({ config: `${watch}\n`, args: ['--sentinel'] })),
  );
  for (const { url } of sentinels) {
    await eventually(async () => {
      const info = await askRedis(url, ['INFO', 'sentinel']);
      if (!info.includes(`slaves=${copies},sentinels=3`)) throw new Error(info);
    });
  }
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join();
  return {
    url: `redis+sentinel://${hosts}/${MASTER_NAME}`,
    servers: [master, ...replicas],
    sentinels,
    async allowFailover() {
      for (const { url } of sentinels) {
        await askRedis(url, ['SENTINEL', 'SET', MASTER_NAME, 'quorum', String(MAJORITY)]);
      }
    },
  };
}

/** Throws unless this number of copies follow the master. */
async function expectCopied(url: string, copies: number): Promise<void> {
  const info = await askRedis(url, ['INFO', 'replication']);
  if (info.match(/state=online/g)?.length !== copies) throw new Error(info);
}

/** Disconnects a copy from its master; a wrong password keeps it from reconnecting. */
export async function cutOff(copy: RedisServer, master: RedisServer): Promise<void> {
  await askRedis(copy.url, ['CONFIG', 'SET', 'masterauth', 'wrong']);
  await askRedis(master.url, ['CLIENT', 'KILL', 'TYPE', 'replica']);
  await eventually(async () => {
    const info = await askRedis(copy.url, ['INFO', 'replication']);
    if (!info.includes('link_status:down')) throw new Error('The copy still follows.');
  });
}
