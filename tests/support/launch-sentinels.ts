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
  readonly stop: () => Promise<void>;
}

export interface SentinelOptions {
  readonly copies: number;
  /** Further lines of the configuration of each server. */
  readonly config?: readonly string[];
}

/** So many have to find a master down. More than there are: a server that a busy machine holds up loses nothing. */
const NEVER = 4;
const MAJORITY = 2;
const QUICK = ['repl-diskless-sync-delay 0', 'repl-ping-replica-period 1'];

/** Starts a master, so many copies and three sentinels, and waits until all know each other. */
export async function launchSentinelRedis({
  copies,
  config = [],
}: SentinelOptions): Promise<SentinelRedis> {
  const started: RedisServer[] = [];
  const start = async (options: RedisOptions): Promise<RedisServer> => {
    const server = await startRedis(options);
    started.push(server);
    return server;
  };
  const stop = async (): Promise<void> => {
    for (const server of started.toReversed()) await server.stop();
  };
  // In files: whom the sentinels made a copy stays one when it is started again.
  const startServer = (lines: readonly string[]): Promise<RedisServer> =>
    start({ persist: true, config: `${[...QUICK, ...config, ...lines].join('\n')}\n` });
  try {
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
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Throws unless a master has so many copies that follow it. */
async function expectCopied(url: string, copies: number): Promise<void> {
  const info = await askRedis(url, ['INFO', 'replication']);
  if (info.match(/state=online/g)?.length !== copies) throw new Error(info);
}

/**
 * Has a copy get no more from its master: with a password that the master does not ask for
 * it cannot come back.
 */
export async function cutOff(copy: RedisServer, master: RedisServer): Promise<void> {
  await askRedis(copy.url, ['CONFIG', 'SET', 'masterauth', 'wrong']);
  await askRedis(master.url, ['CLIENT', 'KILL', 'TYPE', 'replica']);
  await eventually(async () => {
    const info = await askRedis(copy.url, ['INFO', 'replication']);
    if (!info.includes('link_status:down')) throw new Error('The copy still follows.');
  });
}

/** The answer of one server, as text. */
export async function askRedis(url: string, question: readonly string[]): Promise<string> {
  const client = await connectRedis(url);
  try {
    const answer = (await client.sendCommand(question)) as unknown as string | string[];
    return [answer].flat().join();
  } finally {
    client.destroy();
  }
}
