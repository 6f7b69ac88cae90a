import type { Worker } from 'node:cluster';
import type { Server as HttpServer } from 'node:http';
import { Socket } from 'node:net';

import { asPrimaryPortMessage, type WorkerPortMessage } from './port-messages.ts';

/**
 * The connections that a worker gets from the process with the port (`SharedPort`). Its own HTTP
 * server never listens: it does not count these connections and closes without waiting for them.
 */
export class HandedConnections {
  readonly #open = new Set<Socket>();
  #isEnding = false;
  #resolveClosed: (() => void) | undefined;

  /** Takes connections for the server until {@link end}. */
  take(worker: Worker, http: HttpServer): void {
    const say = (message: WorkerPortMessage): void => {
      if (worker.isConnected()) worker.send(message, () => undefined);
    };
    let hasArrived = false;
    worker.process.on('message', (received: unknown, socket: unknown) => {
      const message = asPrimaryPortMessage(received);
      if (message?.port === 'sent') {
        if (!hasArrived) say({ port: this.#isEnding ? 'ends' : 'taken' });
        hasArrived = false;
      }
      if (message?.port !== 'connection' || !(socket instanceof Socket)) return;
      hasArrived = true;
      if (this.#isEnding) {
        say({ port: 'ends' });
        // Only this process's copy.
        socket.destroy();
        return;
      }
      this.#add(socket);
      // The same as for a connection that the server accepts itself: a client may end its side and wait for the answer.
      socket.allowHalfOpen = true;
      socket.setNoDelay(true);
      http.emit('connection', socket);
      say({ port: 'taken' });
    });
    // From now on the server times out missing headers and idle connections.
    http.emit('listening');
    say({ port: 'serves' });
  }

  /** Takes no further ones; resolves when the last one is closed. */
  end(): Promise<void> {
    this.#isEnding = true;
    return new Promise((resolve) => {
      this.#resolveClosed = resolve;
      this.#look();
    });
  }

  #add(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#look();
    });
  }

  #look(): void {
    if (this.#open.size === 0) this.#resolveClosed?.();
  }
}
