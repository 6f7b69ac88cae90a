import type { Server } from 'socket.io';

import type { Logger } from '#server/observe/logger.ts';
import type { PublicServerEvents } from '#shared/wire/socket-events.ts';

import { findIdleStream, frameEvent, hasKnownShape } from './connection.ts';

/** What is sent to all viewers is this event's one argument. */
type Body<Event extends keyof PublicServerEvents> = Parameters<PublicServerEvents[Event]>[0];

/**
 * Sends to all viewers of namespace `/`. A message is encoded and framed once, and the same
 * bytes are written to each stream on which nothing waits. A viewer for whom something waits
 * gets it through the library, behind what waits.
 */
export class Broadcast {
  readonly #io: Server;

  constructor(io: Server, logger: Logger) {
    this.#io = io;
    io.once('connection', ({ conn }) => {
      if (hasKnownShape(conn)) return;
      logger.warn(
        'The socket library is of another shape than expected: each viewer is sent to by itself',
      );
    });
  }

  send<Event extends keyof PublicServerEvents>(event: Event, body: Body<Event>): void {
    const frame = frameEvent(event, body);
    const waiting: string[] = [];
    for (const { id, conn } of this.#io.of('/').sockets.values()) {
      const stream = findIdleStream(conn);
      if (stream) stream.write(frame);
      else waiting.push(id);
    }
    if (waiting.length > 0) this.#io.to(waiting).emit(event, body);
  }
}
