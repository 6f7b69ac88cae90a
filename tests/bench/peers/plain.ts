import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { onServerCore } from '../machine/cores.ts';

/** The plain design: whoever polls is answered by a body made for that request. */
export interface PlainServer {
  readonly target: { readonly protocol: 'http'; readonly port: number; readonly path: '/api' };
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts it on the server's core for the race of this body of GET /api. */
export async function startPlain(body: string): Promise<PlainServer> {
  const program = path.join(import.meta.dirname, 'plain-server.mjs');
  const [command, args] = onServerCore(process.execPath, [program]);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(body);
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const port = Number(/^listening (\d+)$/.exec(String(value))?.[1]);
  return {
    target: { protocol: 'http', port, path: '/api' },
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
