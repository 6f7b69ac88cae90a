import type { Worker } from 'node:cluster';
import { createServer, type Socket } from 'node:net';

import { LISTEN_BACKLOG, listen } from './listen.ts';
import { asWorkerPortMessage, type PrimaryPortMessage } from './port-messages.ts';

/** Connections that wait for a worker; beyond this the newest are closed. */
const MOST_WAITING = LISTEN_BACKLOG;

/**
 * The port of all workers, which the first process opens before the first of them and closes after
 * the last (COMMANDS.md EN4). The cluster module would close it whenever no worker is left.
 *
 * 1. A connection is sent to the worker that has been free for longest, unread.
 * 2. A worker is free again when it says that it has the connection. Until then the connection is held
 *    here too, and goes to another should the worker die.
 * 3. A connection that is lost on its way is ended, and the worker, which says so, is free again.
 * 4. While no worker is free, connections wait.
 */
export class SharedPort {
  readonly #server = createServer({ pauseOnConnect: true }, (socket) => this.#take(socket));
  readonly #mostWaiting: number;
  /** The longest free first. */
  readonly #free = new Set<Worker>();
  /** With the connection that each was sent and does not have yet. */
  readonly #busy = new Map<Worker, Socket>();
  readonly #waiting: Socket[] = [];
  #isClosed = false;

  constructor({ mostWaiting = MOST_WAITING } = {}) {
    this.#mostWaiting = mostWaiting;
  }

  /** Resolves to the port. Throws a `StartError` when it cannot be opened. */
  open(address: { readonly host: string; readonly port: number }): Promise<number> {
    return listen(this.#server, address);
  }

  /** New connections are refused from now on, and waiting ones closed. */
  close(): void {
    this.#isClosed = true;
    this.#server.close();
    this.#handOut();
  }

  /** Sends the worker connections from when it serves until it ends. */
  add(worker: Worker): void {
    worker.on('message', (received: unknown) => {
      const message = asWorkerPortMessage(received);
      if (!message) return;
      const sent = this.#busy.get(worker);
      this.#busy.delete(worker);
      if (message.port === 'ends') {
        this.#remove(worker);
        if (sent) this.#waiting.unshift(sent);
      } else {
        // The worker has it open: this only destroys the copy of this process.
        sent?.destroy();
        this.#free.add(worker);
      }
      this.#handOut();
    });
    for (const end of ['disconnect', 'exit'] as const) {
      worker.once(end, () => this.#remove(worker));
    }
  }

  #take(socket: Socket): void {
    // Nothing is read here, but a reset may be noticed.
    socket.on('error', () => undefined);
    this.#waiting.push(socket);
    this.#handOut();
    if (this.#waiting.length > this.#mostWaiting) this.#waiting.pop()?.destroy();
  }

  #handOut(): void {
    if (this.#isClosed) for (const socket of this.#waiting.splice(0)) socket.destroy();
    for (const worker of this.#free) {
      const socket = this.#waiting.shift();
      if (!socket) return;
      this.#free.delete(worker);
      this.#busy.set(worker, socket);
      send(worker, { port: 'connection' }, socket);
      // It arrives after the connection, also when that was lost.
      send(worker, { port: 'sent' });
    }
  }

  #remove(worker: Worker): void {
    const sent = this.#busy.get(worker);
    this.#free.delete(worker);
    this.#busy.delete(worker);
    if (!sent) return;
    this.#waiting.unshift(sent);
    this.#handOut();
  }
}

function send(worker: Worker, message: PrimaryPortMessage, socket?: Socket): void {
  // An unreachable worker has ended or is about to, which has its own event.
  worker.process.send?.(message, socket, { keepOpen: true }, () => undefined);
}
