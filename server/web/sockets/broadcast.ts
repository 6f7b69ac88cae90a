import type { Server } from 'socket.io';

import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { PublicServerEvents } from '#shared/wire/socket-events.ts';

import { findIdleStream, frameEvent, hasKnownShape } from './connection.ts';

/** What is sent to all viewers is this event's one argument. */
type Body<Event extends keyof PublicServerEvents> = Parameters<PublicServerEvents[Event]>[0];

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Sends to all viewers of namespace `/`. A message is encoded and framed once, and the same
 * bytes are written to each stream on which nothing waits. A viewer for whom something waits
 * gets it through the library, behind what waits.
 */
export class Broadcast {
  readonly #io: Server;
  readonly #metrics: Metrics;
  /** Viewers that asked to be told no results for now. */
  readonly #idle = new Set<string>();

  constructor(io: Server, metrics: Metrics, logger: Logger) {
    this.#io = io;
    this.#metrics = metrics;
    metrics.observeIdleViewers(() => this.#idle.size);
    io.once('connection', ({ conn }) => {
      if (hasKnownShape(conn)) return;
      logger.warn(
        'The socket library is of another shape than expected: each viewer is sent to by itself',
      );
    });
  }

  /** Leaves a viewer out of the results until {@link wake}. */
  rest(id: string): void {
    this.#idle.add(id);
  }

  wake(id: string): void {
    this.#idle.delete(id);
  }

  /** Returns the share of those it went to for whom something waited. */
  send<Event extends keyof PublicServerEvents>(event: Event, body: Body<Event>): number {
    const frame = frameEvent(event, body);
    const passedOver = event === 'results' ? this.#idle : NOBODY;
    const waiting: string[] = [];
    let straight = 0;
    for (const { id, conn } of this.#io.of('/').sockets.values()) {
      if (passedOver.size > 0 && passedOver.has(id)) continue;
      const stream = findIdleStream(conn);
      if (stream) {
        stream.write(frame);
        straight += 1;
      } else waiting.push(id);
    }
    if (waiting.length > 0) this.#io.to(waiting).emit(event, body);
    this.#metrics.frames.inc({ way: 'straight' }, straight);
    this.#metrics.frames.inc({ way: 'waiting' }, waiting.length);
    return waiting.length / Math.max(1, straight + waiting.length);
  }
}
