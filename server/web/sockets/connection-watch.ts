import type { Server } from 'socket.io';
import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import {
  breakOff,
  type Connection,
  countWaitingBytes,
  getWire,
  listConnections,
} from './connection.ts';
import type { DurationMs } from '#shared/model/time.ts';

/** Everything a connection sends counts: far more than a page has a reason for. */
const MAX_PACKETS = 200;
const WINDOW_MS = 10_000;
/** Bytes that may wait for one connection: about a minute of a busy race. */
export const MAX_WAITING_BYTES = 1_000_000;
/** With more than this waiting for all of them together, nobody gets a delta of their own. */
const CROWDED_BYTES = 128_000_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Watches every connection below the namespaces, where nothing can bypass it: it cuts off one that floods, and one for
 * which too much waits, at its next packet or at the next check.
 */
export class ConnectionWatch {
  readonly #io: Server;
  readonly #metrics: Metrics;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #isCrowded = false;

  constructor(io: Server, metrics: Metrics, logger: Logger) {
    this.#io = io;
    this.#metrics = metrics;
    this.#logger = logger;
    io.engine.on('connection', (connection: Connection) => this.#guard(connection));
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Whether so much waits for all together that answers have to be short. */
  get isCrowded(): boolean {
    return this.#isCrowded;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #guard(connection: Connection): void {
    const budget = new MessageBudget(MAX_PACKETS, WINDOW_MS);
    const wire = getWire(connection);
    const take = (): void => {
      if (connection.readyState !== 'open') return;
      if (budget.spend(performance.now())) this.#cutIfSlow(connection);
      else this.#cutFlood(connection);
    };
    connection.on('packet', take);
    // Closed, the library would parse what still comes until the other end closes as well, or for 30 seconds.
    connection.once('close', () => wire.terminate());
    // Of a connection that is closed once all is sent, nothing is a packet any more.
    wire.on('message', () => {
      if (connection.readyState !== 'open' && !budget.spend(performance.now())) wire.terminate();
    });
    // Pings are answered below the packets, as often as they come.
    wire.on('ping', take);
    wire.on('pong', take);
  }

  #look(): void {
    let waiting = 0;
    for (const connection of listConnections(this.#io)) waiting += this.#cutIfSlow(connection);
    this.#isCrowded = waiting > CROWDED_BYTES;
  }

  /** Returns how many bytes the client has not taken yet. */
  #cutIfSlow(connection: Connection): number {
    const waiting = countWaitingBytes(connection);
    if (waiting <= MAX_WAITING_BYTES) return waiting;
    breakOff(connection);
    this.#metrics.slowViewers.inc();
    return 0;
  }

  #cutFlood(connection: Connection): void {
    breakOff(connection);
    this.#metrics.floods.inc();
    this.#logger.warn('A connection was broken off because it sends without end');
  }
}

/** Counts the messages of one connection, to detect a flood. */
export class MessageBudget {
  readonly #max: number;
  readonly #windowMs: DurationMs;
  #spent = 0;
  #windowStartMs = Number.NEGATIVE_INFINITY;

  constructor(max: number, windowMs: DurationMs) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Whether one more message is within the limit of a window. */
  spend(nowMs: number): boolean {
    if (nowMs - this.#windowStartMs > this.#windowMs) {
      this.#windowStartMs = nowMs;
      this.#spent = 0;
    }
    this.#spent += 1;
    return this.#spent <= this.#max;
  }
}
