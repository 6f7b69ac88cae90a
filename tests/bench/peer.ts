import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { onServiceCore } from './measure.ts';
import type { Broadcaster } from './spectators.ts';

const PATHS = {
  'Socket.IO emit': { path: '/socket.io/?EIO=4&transport=websocket', ready: '40' },
  'ws, prepared frame': { path: '/', ready: 'hello' },
} as const;
export type PeerName = keyof typeof PATHS;

/** Starts a server for comparison on the core of the service. */
export async function startPeer(name: PeerName): Promise<Broadcaster> {
  const child = spawn(...onServiceCore(join(import.meta.dirname, 'peer.mjs')), {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PEER: name },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: port } = await lines.next();
  const { path, ready } = PATHS[name];
  let version = 0;
  return {
    name,
    pid: child.pid ?? 0,
    target: { url: `ws://127.0.0.1:${port}${path}`, ready },
    async broadcast(bytes, stamp) {
      version += 1;
      stamp(version);
      child.stdin.write(`${version} ${bytes}\n`);
      await lines.next();
    },
    stop() {
      child.kill('SIGKILL');
      return Promise.resolve();
    },
  };
}
