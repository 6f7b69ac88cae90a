import { expect, onTestFinished } from 'vitest';

import { eventually } from './eventually.ts';
import { connectRedis } from './ingest-scans.ts';
import { type RedisOptions, type RedisServer, startRedis } from './redis-server.ts';

const MASTER_NAME = 'race';

/** A master with its copies, watched by three sentinels. */
export interface SentinelRedis {
  /** The sentinels, as REDIS_URL has them. */
  readonly url: string;
  /** The first is the master at the start. */
  readonly servers: readonly [RedisServer, ...RedisServer[]];
  readonly sentinels: readonly RedisServer[];
  /** From now on a copy takes over from a master that is down; before, the sentinels only say so. */
  readonly allowFailover: () => Promise<void>;
}

/** So many have to find a master down. More than there are: a server that a busy machine holds up loses nothing. */
const NEVER = 4;
const MAJORITY = 2;

/** Starts a master, so many copies and three sentinels, and waits until all know each other; ended with the test. */
export async function startSentinelRedis({
  copies,
}: {
  readonly copies: number;
}): Promise<SentinelRedis> {
  const quick = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1'];
  const master = await startForTest({ persist: true, args: quick });
  const replicas = await Promise.all(
    Array.from({ length: copies }, () =>
      startForTest({
        persist: true,
        args: [...quick, '--replicaof', '127.0.0.1', String(master.port)],
      }),
    ),
  );
  await eventually(async () => {
    const info = await askRedis(master.url, ['INFO', 'replication']);
    expect(info.match(/state=online/g)).toHaveLength(copies);
  });
  const config = [
    `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${master.port} ${NEVER}`,
    `sentinel down-after-milliseconds ${MASTER_NAME} 2000`,
    `sentinel failover-timeout ${MASTER_NAME} 6000`,
  ].join('\n');
  const sentinels = await Promise.all(
    Array.from({ length: 3 }, () => startForTest({ config: `${config}\n`, args: ['--sentinel'] })),
  );
  for (const { url } of sentinels) {
    await eventually(async () => {
      const info = await askRedis(url, ['INFO', 'sentinel']);
      expect(info).toContain(`slaves=${copies},sentinels=3`);
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

async function startForTest(options: RedisOptions): Promise<RedisServer> {
  const server = await startRedis(options);
  onTestFinished(() => server.stop());
  return server;
}

/** What one server answers, as text. */
export async function askRedis(url: string, question: readonly string[]): Promise<string> {
  const client = await connectRedis(url);
  try {
    const answer = (await client.sendCommand(question)) as unknown as string | string[];
    return [answer].flat().join();
  } finally {
    client.destroy();
  }
}
