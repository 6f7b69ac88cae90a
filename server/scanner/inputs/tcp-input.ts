import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';

import type { ReadDecoder } from '../read-decoder.ts';
import type { ReadInput } from './input.ts';
import type { Intake } from './intake.ts';

const MAX_CONNECTIONS = 256;
const KEEP_ALIVE_MS = 30_000;

export interface TcpInputOptions {
  readonly host: string;
  readonly port: number;
  /** Each connection has its own: its own half lines, line numbers and header row. */
  readonly createDecoder: () => ReadDecoder;
  readonly intake: Intake;
  readonly say: (text: string) => void;
}

/** Takes reads from any number of readers that connect, until it is told to stop. */
export class TcpInput implements ReadInput {
  readonly position = undefined;
  readonly #options: TcpInputOptions;

  constructor(options: TcpInputOptions) {
    this.#options = options;
  }

  async run(stop: AbortSignal): Promise<boolean> {
    const { host, port, say } = this.#options;
    const sockets = new Map<Socket, Promise<void>>();
    const failed = new AbortController();
    let failure: Error | undefined;
    const server = createServer({ keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket) => {
      const taken = this.#takeConnection(socket, stop)
        .catch((error: Error) => {
          // Only the journal's refusal comes here, and it holds for all readers.
          failure ??= error;
          failed.abort();
        })
        .finally(() => sockets.delete(socket));
      sockets.set(socket, taken);
    });
    server.on('drop', () => say(`A reader was turned away: ${MAX_CONNECTIONS} are connected.`));
    server.listen(port, host);
    await once(server, 'listening');
    server.on('error', (error) => say(`A reader could not connect: ${error.message}`));
    say(`Listening for readers on ${presentAddress(server.address() as AddressInfo)}`);

    const ended = AbortSignal.any([stop, failed.signal]);
    if (!ended.aborted) await once(ended, 'abort');
    server.close();
    for (const socket of sockets.keys()) socket.destroy();
    await Promise.all(sockets.values());
    if (failure) throw failure;
    return true;
  }

  async #takeConnection(socket: Socket, stop: AbortSignal): Promise<void> {
    const { intake, say, createDecoder } = this.#options;
    const name = `${socket.remoteAddress ?? 'reader'}:${socket.remotePort ?? 0}`;
    const decoder = createDecoder();
    say(`Reader ${name} connected`);
    let reason = '';
    const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const next = await chunks.next().catch((error: Error) => {
        reason = stop.aborted ? '' : `: ${error.message}`;
        return { done: true, value: undefined } as const;
      });
      if (next.done) break;
      await intake.take(decoder.push(next.value), name);
    }
    await intake.take(decoder.cutOff(), name);
    say(`Reader ${name} left${reason}`);
  }
}

/** `127.0.0.1:4000`, `[::1]:4000`. */
function presentAddress({ address, family, port }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
