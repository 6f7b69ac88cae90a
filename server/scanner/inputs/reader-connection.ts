import type { Socket } from 'node:net';

import { timing } from '#server/system/timing.mjs';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { Decoded, ReadDecoder } from '../read-decoder.ts';
import type { ReadSink } from './read-sink.ts';

const PING_MS = timing('readerPingMs', 10 * SECOND_MS);
/** A connection silent for this long is probed: a pulled cable ends none. */
export const KEEP_ALIVE_MS = 30 * SECOND_MS;
/** Untaken answers must not fill the memory. */
const MOST_UNSENT_BYTES = 65_536;

export interface ReaderConnectionOptions {
  readonly socket: Socket;
  /** Its name for the operator: its address. */
  readonly name: string;
  readonly decoder: ReadDecoder;
  readonly sink: Pick<ReadSink, 'take'>;
  /** A connection without any input for this long is closed. */
  readonly idleMinutes: number;
  /** Called with each piece of input, before it is in the journal. */
  readonly onHeard?: (decoded: Decoded) => void;
}

/**
 * Takes in the input of a connection until it ends. An answer is sent when all reads before it are on disk, so that a
 * reader may forget them. Returns why the connection ended, empty for a normal end; rejects when the journal refuses, and
 * then sends no answer.
 */
export async function takeConnection(options: ReaderConnectionOptions): Promise<string> {
  const { socket, name, decoder, sink, idleMinutes, onHeard } = options;
  const closeIdle = closeWhenIdle(socket, idleMinutes);
  let heardMs = performance.now();
  const pinger = setInterval(() => {
    send(socket, decoder.ping());
    // Sending restarts the socket's own timeout.
    if (performance.now() - heardMs > idleMinutes * MINUTE_MS) closeIdle();
  }, PING_MS);
  let reason = '';
  try {
    const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      socket.setTimeout(idleMinutes * MINUTE_MS);
      const next = await chunks.next().catch((error: Error) => {
        reason = error.message;
        return { done: true, value: undefined } as const;
      });
      if (next.done) break;
      // It is not idle while it waits for the journal.
      socket.setTimeout(0);
      heardMs = Infinity;
      const decoded = decoder.push(next.value);
      onHeard?.(decoded);
      await sink.take(decoded, name);
      heardMs = performance.now();
      send(socket, decoded.answer);
    }
    await sink.take(decoder.cutOff(), name);
    return reason;
  } catch (error) {
    // The journal refuses: no further input is taken.
    socket.destroy();
    throw error;
  } finally {
    clearInterval(pinger);
  }
}

/** Closes a connection without traffic for this long; returns a function that closes it at once. */
export function closeWhenIdle(socket: Socket, idleMinutes: number): () => void {
  const close = (): void => {
    socket.destroy(new Error(`nothing came for ${idleMinutes} minutes`));
  };
  socket.removeAllListeners('timeout').on('timeout', close);
  socket.setTimeout(idleMinutes * MINUTE_MS);
  return close;
}

/** Sends a text, unless the connection is gone. */
export function send(socket: Socket, text: string): void {
  if (text === '' || !socket.writable) return;
  socket.write(text);
  if (socket.writableLength > MOST_UNSENT_BYTES) {
    socket.destroy(new Error('it does not take what it is answered'));
  }
}
