import { expect, onTestFinished } from 'vitest';

import { eventually } from './eventually.ts';
import { reservePort } from './free-port.ts';
import { HANGS_MS } from './hangs.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { askRedis } from './ingest-scans.ts';

const SLOTS = 16_384;

/** A cluster of three masters, each with a third of the slots. */
export interface ClusterRedis {
  readonly url: string;
  readonly nodes: readonly RedisServer[];
  readonly findOwner: (key: string) => Promise<RedisServer>;
  /** Starts a copy of a node, which takes over when that one dies. */
  readonly addCopy: (node: RedisServer) => Promise<void>;
  /** Moves the slot of a key with its content, while it is in use. */
  readonly moveSlot: (key: string, to: RedisServer) => Promise<void>;
}

/** Starts a cluster and waits until each node knows it is complete; ended with the test. */
export async function startClusterRedis(): Promise<ClusterRedis> {
  const nodes = await Promise.all([0, 1, 2].map(startNode));
  const [first, ...others] = nodes;
  if (!first) throw new Error('There are three.');
  for (const [i, { url }] of nodes.entries()) {
    const from = Math.ceil((i * SLOTS) / nodes.length);
    const to = Math.ceil(((i + 1) * SLOTS) / nodes.length) - 1;
    await askRedis(url, ['CLUSTER', 'ADDSLOTSRANGE', String(from), String(to)]);
    // Nodes need different epochs.
    await askRedis(url, ['CLUSTER', 'SET-CONFIG-EPOCH', String(i + 1)]);
  }
  for (const node of others) await meet(first, node);
  for (const { url } of nodes) {
    await eventually(async () => {
      const info = await askRedis(url, ['CLUSTER', 'INFO']);
      expect(info).toContain('cluster_state:ok');
      expect(info).toContain(`cluster_known_nodes:${nodes.length}`);
    });
  }

  const slotOf = (key: string): Promise<string> => askRedis(first.url, ['CLUSTER', 'KEYSLOT', key]);
  const findOwner = async (key: string): Promise<RedisServer> => {
    const slot = Number(await slotOf(key));
    const lines = (await askRedis(first.url, ['CLUSTER', 'NODES'])).split('\n');
    const owner = lines.find((line) =>
      line
        .split(' ')
        .slice(8)
        .some((range) => {
          const [from = 0, to = from] = range.split('-').map(Number);
          return from <= slot && slot <= to;
        }),
    );
    const port = Number(/:(\d+)@/.exec(owner ?? '')?.[1]);
    const node = nodes.find((one) => one.port === port);
    if (!node) throw new Error(`nobody has slot ${slot}`);
    return node;
  };
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    nodes,
    findOwner,
    async addCopy(node) {
      const id = await askRedis(node.url, ['CLUSTER', 'MYID']);
      const copy = await startNode();
      await meet(node, copy);
      await eventually(() => askRedis(copy.url, ['CLUSTER', 'REPLICATE', id]));
      await eventually(async () => {
        const info = await askRedis(copy.url, ['INFO', 'replication']);
        expect(info).toContain('master_link_status:up');
        // For a vote, the masters and the copy have to know each other.
        const known = await askRedis(copy.url, ['CLUSTER', 'NODES']);
        expect(known).not.toContain('handshake');
        for (const { url } of nodes) {
          expect(await askRedis(url, ['CLUSTER', 'NODES'])).toContain(`slave ${id}`);
          expect(known).toContain(await askRedis(url, ['CLUSTER', 'MYID']));
        }
      });
    },
    async moveSlot(key, to) {
      const from = await findOwner(key);
      const slot = await slotOf(key);
      const setSlot = (at: RedisServer, ...words: readonly string[]): Promise<string> =>
        askRedis(at.url, ['CLUSTER', 'SETSLOT', slot, ...words]);
      const fromId = await askRedis(from.url, ['CLUSTER', 'MYID']);
      const toId = await askRedis(to.url, ['CLUSTER', 'MYID']);
      await setSlot(to, 'IMPORTING', fromId);
      await setSlot(from, 'MIGRATING', toId);
      for (;;) {
        const keys = await askRedis(from.url, ['CLUSTER', 'GETKEYSINSLOT', slot, '100']);
        if (keys === '') break;
        const target = ['127.0.0.1', String(to.port), '', '0', String(HANGS_MS), 'KEYS'];
        await askRedis(from.url, ['MIGRATE', ...target, ...keys.split(',')]);
      }
      for (const node of [to, from, ...nodes]) await setSlot(node, 'NODE', toId);
    },
  };
}

async function startNode(): Promise<RedisServer> {
  const bus = await reservePort();
  const node = await startRedis({
    args: `--cluster-enabled yes --cluster-node-timeout 2000 --repl-diskless-sync-delay 0 --cluster-port ${bus}`.split(
      ' ',
    ),
  });
  onTestFinished(() => node.stop());
  return node;
}

async function meet(first: RedisServer, node: RedisServer): Promise<void> {
  const bus = await readConfig(node, 'cluster-port');
  await askRedis(first.url, ['CLUSTER', 'MEET', '127.0.0.1', String(node.port), bus]);
}

async function readConfig({ url }: RedisServer, name: string): Promise<string> {
  return (await askRedis(url, ['CONFIG', 'GET', name])).split(',')[1] ?? '';
}
