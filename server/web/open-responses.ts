import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

/** Requests that one connection may have open at once. Browsers and proxies send the next after the answer. */
const MAX_OPEN = 16;
/** Longest time to make an answer and send it: a large picture over one bar of signal. */
const ANSWER_MS = 10 * MINUTE_MS;
const LOOK_EVERY_MS = 5_000;

/**
 * The responses that are not finished yet. A connection that sends request after request without reading is destroyed,
 * and so is one that reads a byte at a time. After {@link endConnections} each response says `Connection: close`: a
 * browser or a load balancer then sends its next request elsewhere, never on a connection that is about to close.
 */
export class OpenResponses {
  /**
   * The unfinished responses of each connection, with the moment each began. A broken connection is removed with them,
   * since most of them never close.
   */
  readonly #connections = new Map<Socket, Map<ServerResponse, number>>();
  readonly #answerMs: DurationMs;
  #isEnding = false;

  /** Created after all other listeners of the server, so that it hears of a request first. */
  constructor(http: Server, answerMs = ANSWER_MS, lookEveryMs = LOOK_EVERY_MS) {
    this.#answerMs = answerMs;
    http.prependListener('request', ({ socket }, answer: ServerResponse) => {
      if (this.#isEnding) answer.setHeader('Connection', 'close');
      this.#take(socket, answer);
    });
    const timer = setInterval(() => this.#endSlow(), lookEveryMs).unref();
    http.once('close', () => clearInterval(timer));
  }

  /** Also for the answers under way, unless their headers are sent. */
  endConnections(): void {
    this.#isEnding = true;
    for (const answers of this.#connections.values()) {
      for (const answer of answers.keys()) {
        if (!answer.headersSent) answer.setHeader('Connection', 'close');
      }
    }
  }

  #take(socket: Socket, answer: ServerResponse): void {
    if (socket.destroyed) return;
    const answers = this.#connections.get(socket) ?? this.#open(socket);
    if (answers.size >= MAX_OPEN) {
      socket.destroy();
      return;
    }
    answers.set(answer, performance.now());
    answer.once('close', () => answers.delete(answer));
  }

  #open(socket: Socket): Map<ServerResponse, number> {
    const answers = new Map<ServerResponse, number>();
    this.#connections.set(socket, answers);
    socket.once('close', () => this.#connections.delete(socket));
    return answers;
  }

  #endSlow(): void {
    const nowMs = performance.now();
    for (const [socket, answers] of this.#connections) {
      for (const startMs of answers.values()) {
        if (nowMs - startMs > this.#answerMs) socket.destroy();
      }
    }
  }
}
