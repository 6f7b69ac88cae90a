import type { Server, Socket } from 'socket.io';

import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { PublicServerEvents } from '#shared/wire/socket-events.ts';

import { frameEvent, FrameWriter } from './connection.ts';

/** What is sent to all viewers is this event's one argument. */
type Body<Event extends keyof PublicServerEvents> = Parameters<PublicServerEvents[Event]>[0];

interface Viewer {
  readonly id: string;
  /** Undefined where the library has to send. */
  readonly writer: FrameWriter | undefined;
  /** Whether it asked to be told no results for now. */
  isIdle: boolean;
}

/**
 * Sends to all viewers of namespace `/`. A message is encoded and framed once, and the same
 * bytes are written to each stream on which nothing waits. A viewer for whom something waits
 * gets it through the library, behind what waits.
 */
export class Broadcast {
  readonly #io: Server;
  readonly #metrics: Metrics;
  readonly #logger: Logger;
  readonly #viewers = new Map<string, Viewer>();
  #isWarned = false;

  constructor(io: Server, metrics: Metrics, logger: Logger) {
    this.#io = io;
    this.#metrics = metrics;
    this.#logger = logger;
    io.on('connection', (socket) => this.#add(socket));
    metrics.observeIdleViewers(() => this.#countIdle());
  }

  /** Leaves a viewer out of the results, or takes it in again. */
  setIdle(id: string, isIdle: boolean): void {
    const viewer = this.#viewers.get(id);
    if (viewer) viewer.isIdle = isIdle;
  }

  /** Returns the share of those it went to for whom something waited. */
  send<Event extends keyof PublicServerEvents>(event: Event, body: Body<Event>): number {
    const frame = frameEvent(event, body);
    const isForIdle = event !== 'results';
    const waiting: string[] = [];
    let straight = 0;
    for (const { id, writer, isIdle } of this.#viewers.values()) {
      if (isIdle && !isForIdle) continue;
      if (writer?.isClear) {
        writer.write(frame);
        straight += 1;
      } else waiting.push(id);
    }
    if (waiting.length > 0) this.#io.to(waiting).emit(event, body);
    this.#metrics.frames.inc({ way: 'straight' }, straight);
    this.#metrics.frames.inc({ way: 'waiting' }, waiting.length);
    return waiting.length / Math.max(1, straight + waiting.length);
  }

  #add(socket: Socket): void {
    const { id, conn } = socket;
    const writer = FrameWriter.open(conn);
    this.#viewers.set(id, { id, writer, isIdle: false });
    socket.on('disconnect', () => this.#viewers.delete(id));
    if (writer || this.#isWarned) return;
    this.#isWarned = true;
    this.#logger.warn(
      'The socket library is of another shape than expected: each viewer is sent to by itself',
    );
  }

  #countIdle(): number {
    let count = 0;
    for (const { isIdle } of this.#viewers.values()) if (isIdle) count += 1;
    return count;
  }
}
