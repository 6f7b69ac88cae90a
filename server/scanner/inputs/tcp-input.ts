import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import type { Decoded, ReadDecoder } from '../read-decoder.ts';
import type { AllowList } from './allow-list.ts';
import { beginsWithRequest, takeRequests } from './http-reads.ts';
import type { ReadSink, ReadInput } from './read-sink.ts';
import { KEEP_ALIVE_MS, takeConnection } from './reader-connection.ts';

const MAX_CONNECTIONS = 256;
/** Refused addresses reported by name: strangers must not fill the terminal. */
const MAX_REFUSALS_REPORTED = 20;

export interface TcpInputOptions {
  readonly host: string;
  readonly port: number;
  /** Undefined: any address. */
  readonly allow: AllowList | undefined;
  /** One for each connection, with its own half lines, line numbers and header row. */
  readonly createDecoder: () => ReadDecoder;
  readonly sink: Pick<ReadSink, 'take' | 'noteConnection'>;
  readonly say: (text: string) => void;
}

/** Takes reads from any number of connecting readers, until it is stopped. */
export class TcpInput implements ReadInput {
  readonly #options: TcpInputOptions;
  readonly #connections = new Set<Socket>();
  /** Those without a valid read so far, oldest first. */
  readonly #unproven = new Set<Socket>();
  readonly #refused = new Set<string>();

  constructor(options: TcpInputOptions) {
    this.#options = options;
  }

  async run(stop: AbortSignal): Promise<boolean> {
    const { host, port, say, sink } = this.#options;
    const failed = new AbortController();
    let failure: Error | undefined;
    const underWay = new Set<Promise<void>>();
    const server = createServer({ keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
    server.on('connection', (socket) => {
      const address = socket.remoteAddress ?? '';
      if (this.#options.allow?.allows(address) === false) {
        this.#refuse(socket, address);
        return;
      }
      this.#connections.add(socket);
      this.#unproven.add(socket);
      if (this.#connections.size > MAX_CONNECTIONS) this.#makeRoom(socket);
      const taken = this.#takeConnection(socket, stop)
        .catch((error: Error) => {
          // Only the journal rejects, and does so for all readers.
          failure ??= error;
          failed.abort();
        })
        .finally(() => {
          this.#forget(socket);
          underWay.delete(taken);
        });
      underWay.add(taken);
    });
    server.listen(port, host);
    await once(server, 'listening');
    server.on('error', (error) => say(`A reader could not connect: ${error.message}`));
    if (this.#connections.size === 0) sink.noteConnection({ isAwaited: true });
    say(`Listening for readers on ${formatAddress(server.address() as AddressInfo)}`);

    const ended = AbortSignal.any([stop, failed.signal]);
    if (!ended.aborted) await once(ended, 'abort');
    server.close();
    for (const socket of this.#connections) socket.destroy();
    await Promise.all(underWay);
    if (failure) throw failure;
    return true;
  }

  #refuse(socket: Socket, address: string): void {
    socket.on('error', () => undefined);
    socket.destroy();
    if (this.#refused.has(address) || this.#refused.size === MAX_REFUSALS_REPORTED) return;
    this.#refused.add(address);
    this.#options.say(`A reader at ${address} is refused: --allow does not name it.`);
  }

  /** Closes the oldest connection without a read, or the new one if all have sent reads. */
  #makeRoom(added: Socket): void {
    const [oldest = added] = this.#unproven;
    this.#forget(oldest);
    oldest.destroy(new Error(`it made room for another: ${MAX_CONNECTIONS} are connected`));
  }

  #forget(socket: Socket): void {
    this.#connections.delete(socket);
    this.#unproven.delete(socket);
  }

  async #takeConnection(socket: Socket, stop: AbortSignal): Promise<void> {
    const { sink, say, createDecoder } = this.#options;
    const name = `${socket.remoteAddress ?? 'reader'}:${socket.remotePort ?? 0}`;
    sink.noteConnection({ isAwaited: undefined });
    say(`Reader ${name} connected`);
    const onHeard = ({ reads }: Decoded): void => {
      if (reads.length > 0) this.#unproven.delete(socket);
    };
    const options = { socket, name, createDecoder, sink, onHeard };
    const reason = (await beginsWithRequest(socket))
      ? await takeRequests(options)
      : await takeConnection({ ...options, decoder: createDecoder() });
    say(`Reader ${name} left${reason === '' || stop.aborted ? '' : `: ${reason}`}`);
  }
}

/** `127.0.0.1:4000`, `[::1]:4000`. */
function formatAddress({ address, family, port }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
