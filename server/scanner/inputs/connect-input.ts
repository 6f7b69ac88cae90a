import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { messageOf } from '#server/system/errors.mjs';
import { timing } from '#server/system/timing.mjs';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import type { ReadDecoder } from '../read-decoder.ts';
import type { ReadInput, ReadSink } from './read-sink.ts';
import { KEEP_ALIVE_MS, send, takeConnection } from './reader-connection.ts';

const FIRST_PAUSE_MS = timing('reconnectMs', SECOND_MS);
const LONGEST_PAUSE_MS = 30 * SECOND_MS;
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;

export interface ConnectInputOptions {
  readonly host: string;
  readonly port: number;
  /** One for each connection, with its own half lines; the marks of the reader's numbers are shared. */
  readonly createDecoder: () => ReadDecoder;
  readonly sink: Pick<ReadSink, 'take' | 'noteConnection'>;
  readonly say: (text: string) => void;
}

/** Takes reads from a reader that waits for connections, and reconnects until it is stopped. */
export class ConnectInput implements ReadInput {
  readonly #options: ConnectInputOptions;
  #awaySinceMs: EpochMs | undefined;

  constructor(options: ConnectInputOptions) {
    this.#options = options;
  }

  async run(stop: AbortSignal): Promise<boolean> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stop.aborted) {
      const hasConnected = await this.#connectOnce(stop);
      pauseMs = hasConnected ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined);
    }
    return true;
  }

  /** Returns whether it connected; reports the lack of a connection once. */
  async #connectOnce(stop: AbortSignal): Promise<boolean> {
    const { host, port, say, sink, createDecoder } = this.#options;
    const name = `${host}:${port}`;
    const socket = connect({
      host,
      port,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    });
    socket.on('error', () => undefined);
    const onStop = (): void => void socket.destroy(new Error('the scanner stops'));
    stop.addEventListener('abort', onStop);
    try {
      const failure = await failureToConnect(socket);
      if (failure !== undefined) {
        if (stop.aborted) return false;
        this.#sayAway(name, failure);
        // Not at the end of a connection: many readers are back after the first pause, and organisers need no alarm.
        sink.noteConnection({ awaySinceMs: this.#awaySinceMs });
        return false;
      }
      say(`Connected to reader ${name}`);
      this.#awaySinceMs = undefined;
      sink.noteConnection({ awaySinceMs: undefined });
      const decoder = createDecoder();
      send(socket, decoder.greet());
      const reason = await takeConnection({ socket, name, decoder, sink });
      if (!stop.aborted) this.#sayAway(name, reason || 'it ended the connection');
      return true;
    } finally {
      stop.removeEventListener('abort', onStop);
      socket.destroy();
    }
  }

  #sayAway(name: string, reason: string): void {
    if (this.#awaySinceMs !== undefined) return;
    this.#awaySinceMs = Date.now();
    this.#options.say(`Reader ${name} is away (${reason}): connecting to it again.`);
  }
}

/**
 * Why the socket did not connect; undefined if it did. Also ends when the socket is destroyed: `AbortSignal.any` would
 * leave a signal of each attempt in the list of `stop`.
 */
async function failureToConnect(socket: Socket): Promise<string | undefined> {
  return once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }).then(
    () => undefined,
    messageOf,
  );
}
