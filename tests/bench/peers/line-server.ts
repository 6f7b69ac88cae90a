import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { LoadTarget } from '../load/load-client.ts';
import { onServerCore } from '../machine/cores.ts';
import type { Contender } from './contender.ts';

/** The library `ws`: one frame made once, sent to each. */
export async function startWs(): Promise<Contender> {
  return startLineServer('ws, prepared frame', inNode('ws-server.mjs'), {
    protocol: 'ws',
    path: '/',
  });
}

/** A plain Socket.IO server and its `emit`, as they come. */
export async function startSocketIo(): Promise<Contender> {
  const target = { protocol: 'sio', path: '/socket.io/?EIO=4&transport=websocket' } as const;
  return {
    ...(await startLineServer('Socket.IO emit', inNode('socket-io-server.mjs'), target)),
    ready: '40',
  };
}

function inNode(program: string): string[] {
  return [process.execPath, path.join(import.meta.dirname, program)];
}

/**
 * Starts a program on the server's core that prints `listening PORT` and answers each line
 * `send SEQ LENGTH` by `sent SEQ COUNT`. It ends with its standard input.
 */
async function startLineServer(
  name: string,
  [program = '', ...programArgs]: readonly string[],
  target: Omit<LoadTarget, 'port'>,
): Promise<Contender> {
  const [command, args] = onServerCore(program, programArgs);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child, 'spawn');
  // One that has ended shows as an answer that is missing.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (pattern: RegExp): Promise<number> => {
    const { value, done } = await lines.next();
    const found = done === true ? null : pattern.exec(value);
    if (!found) throw new Error(`${program} did not answer as it should: ${String(value)}`);
    return Number(found[1]);
  };
  const port = await read(/^listening (\d+)$/);
  let seq = 0;
  let sent = 0;
  return {
    name,
    target: { ...target, port },
    pid: child.pid ?? 0,
    async broadcast(length, stamp) {
      seq += 1;
      stamp(seq);
      child.stdin.write(`send ${seq} ${length}\n`);
      const count = await read(/^sent \d+ (\d+)$/);
      sent += count;
    },
    async countSent() {
      return Promise.resolve(sent);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
