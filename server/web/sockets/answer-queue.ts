import { breakOff, type Connection, countWaitingBytes } from './connection.ts';

/** While more than this waits for a connection, it is asked for nothing new. */
const MAX_UNREAD_BYTES = 32_000;
/** Questions of one connection that wait for their turn. */
const MAX_QUEUED = 20;

/**
 * Answers the questions of one connection one after another: an answer is made
 * only when the ones before it were taken, so that whoever asks without
 * reading is owed one at a time.
 */
export class AnswerQueue {
  readonly #connection: Connection;
  #waiting: (() => void)[] = [];
  #isWaiting = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(answer: () => void): void {
    if (this.#waiting.length >= MAX_QUEUED) {
      breakOff(this.#connection);
      return;
    }
    this.#waiting.push(answer);
    if (!this.#isWaiting) this.#go();
  }

  #go(): void {
    this.#isWaiting = false;
    while (this.#waiting.length > 0 && this.#connection.readyState === 'open') {
      if (countWaitingBytes(this.#connection) > MAX_UNREAD_BYTES) {
        this.#isWaiting = true;
        // Told when the system has taken what it was given last.
        this.#connection.transport.once('ready', () => this.#go());
        return;
      }
      this.#waiting.shift()?.();
    }
  }
}
