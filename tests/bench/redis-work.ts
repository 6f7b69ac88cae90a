import type { TestRedisClient } from '#tests/support/ingest-scans.ts';

/** What a Redis did since it was last told to forget. */
export interface RedisWork {
  /** Calls of each command, those inside scripts too. */
  readonly calls: ReadonlyMap<string, number>;
  readonly cpuMs: number;
  readonly bytesSent: number;
  readonly connections: number;
}

/** Lets Redis count from here, and tells later what came of it. */
export async function countWork(client: TestRedisClient): Promise<() => Promise<RedisWork>> {
  const before = await readCpuMs(client);
  await client.configResetStat();
  return async () => {
    const cpuMs = (await readCpuMs(client)) - before;
    return {
      calls: await readCalls(client),
      cpuMs,
      bytesSent: readFigure(await client.info('stats'), 'total_net_output_bytes'),
      connections: readFigure(await client.info('clients'), 'connected_clients'),
    };
  };
}

/** How often each command was called, those inside scripts too. */
export async function readCalls(client: TestRedisClient): Promise<RedisWork['calls']> {
  const statistics = await client.info('commandstats');
  const counts = statistics.matchAll(/^cmdstat_(\S+):calls=(\d+)/gm);
  return new Map(Array.from(counts, ([, name = '', count]) => [name, Number(count)]));
}

async function readCpuMs(client: TestRedisClient): Promise<number> {
  const info = await client.info('cpu');
  return 1_000 * (readFigure(info, 'used_cpu_sys') + readFigure(info, 'used_cpu_user'));
}

function readFigure(info: string, name: string): number {
  return Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? Number.NaN);
}
