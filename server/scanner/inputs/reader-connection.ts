import type { Socket } from 'node:net';

import { timing } from '#server/system/timing.mjs';
import { SECOND_MS } from '#shared/model/time.ts';

import type { Decoded, ReadDecoder } from '../read-decoder.ts';
import type { ReadSink } from './read-sink.ts';

const PING_MS = timing('readerPingMs', 10 * SECOND_MS);
/** A connection silent for this long is probed, since a pulled cable does not end it. */
export const KEEP_ALIVE_MS = 30 * SECOND_MS;
/** Answers that a reader does not take must not fill the memory. */
const MOST_UNSENT_BYTES = 65_536;

export interface ReaderConnectionOptions {
  readonly socket: Socket;
  /** Its address, for the operator. */
  readonly name: string;
  readonly decoder: ReadDecoder;
  readonly sink: Pick<ReadSink, 'take'>;
  /** Called with each piece of input, before it is in the journal. */
  readonly onHeard?: (decoded: Decoded) => void;
}

/**
 * Takes the input of a connection until it ends. An answer is sent when all reads before it are on disk, so that the
 * reader may forget them. Returns why the connection ended, empty for a normal end; rejects without an answer when the
 * journal refuses.
 */
export async function takeConnection(options: ReaderConnectionOptions): Promise<string> {
  const { socket, name, decoder, sink, onHeard } = options;
  const pinger = setInterval(() => send(socket, decoder.ping()), PING_MS);
  let reason = '';
  try {
    const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const next = await chunks.next().catch((error: Error) => {
        reason = error.message;
        return { done: true, value: undefined } as const;
      });
      if (next.done) break;
      const decoded = decoder.push(next.value);
      onHeard?.(decoded);
      await sink.take(decoded, name);
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

/** Sends a text, unless the connection is gone. */
export function send(socket: Socket, text: string): void {
  if (text === '' || !socket.writable) return;
  socket.write(text);
  if (socket.writableLength > MOST_UNSENT_BYTES) {
    socket.destroy(new Error('it does not take its answers'));
  }
}
