import { EventEmitter } from 'node:events';

import type { Socket } from 'socket.io-client';

import type { Connection, NetworkLink } from './network.ts';
import type { ServerSocket, WebInstance } from './web-instance.ts';

const RETRY_MS = [500, 15_000] as const;
const PING_MS = 13_000;
const SILENCE_MS = 18_000;

/** What a test has the link to a page do wrong. */
export interface FeedFaults {
  /** Loses what the first message of the feed says, so that the next one seems to follow on it. */
  losesRows?: boolean;
}

/** `socket.io-client` as a page sets it up: it connects anew for ever, and an answer may never come. */
export class PageSocket extends EventEmitter {
  readonly io = new EventEmitter();
  active = false;
  readonly #link: NetworkLink;
  readonly #choose: () => WebInstance;
  readonly #faults: FeedFaults;
  #connection: Connection | undefined;
  #server: ServerSocket | undefined;
  #attempt = 0;
  #silence: NodeJS.Timeout | undefined;
  #hasLost = false;

  /** `choose` is the balancer between the instances: any of them may answer next. */
  constructor(link: NetworkLink, choose: () => WebInstance, faults: FeedFaults) {
    super();
    this.#link = link;
    this.#choose = choose;
    this.#faults = faults;
  }

  get asSocket(): Socket {
    return this as unknown as Socket;
  }

  connect(): void {
    this.active = true;
    if (this.#connection) return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const isStale = (): boolean => attempt !== this.#attempt || !this.active;
    const web = this.#choose();
    const giveUp = setTimeout(() => {
      if (!isStale() && !this.#connection) this.#fail();
    }, 10_000);
    this.#link.connect(
      web.process,
      () => {
        if (!isStale()) this.#close('transport close');
      },
      (made) => {
        clearTimeout(giveUp);
        if (isStale()) return made.drop();
        this.#open(made, web);
        return undefined;
      },
      () => {
        clearTimeout(giveUp);
        if (!isStale()) this.#fail();
      },
    );
  }

  disconnect(): void {
    this.active = false;
    if (this.#connection) this.#close('io client disconnect');
  }

  override emit(event: string, ...given: readonly unknown[]): boolean {
    this.#connection?.ask(() => this.#server?.receive(event, ...given));
    return true;
  }

  emitWithAck(event: string, body: unknown): Promise<unknown> {
    // Of an older browser, which cannot inflate: that takes a thread of its own.
    const { deflate: _deflate, ...claim } = body as { readonly deflate?: true };
    return new Promise((resolve) => {
      const connection = this.#connection;
      const server = this.#server;
      connection?.ask(() =>
        server?.receive(event, claim, (reply: unknown) => {
          const text = JSON.stringify(reply);
          connection.tell(() => resolve(JSON.parse(text)));
        }),
      );
    });
  }

  #open(made: Connection, web: WebInstance): void {
    this.#connection = made;
    this.#hear();
    this.io.emit('open');
    const { world } = this.#link;
    made.ask(() => {
      this.#server = web.accept(made, (event, body) => {
        const text = JSON.stringify(body);
        made.tell(() => this.#take(event, text));
      });
      const ping = (): void => {
        if (!made.isOpen) return;
        made.tell(() => {
          this.#hear();
          this.io.emit('ping');
        });
        world.after(web.process, PING_MS, ping);
      };
      world.after(web.process, PING_MS, ping);
    });
  }

  #take(event: string, text: string): void {
    this.#hear();
    const body = JSON.parse(text) as { upsert: unknown[] };
    if (event === 'results' && this.#faults.losesRows && !this.#hasLost) {
      this.#hasLost = true;
      body.upsert = [];
    }
    super.emit(event, body);
  }

  #hear(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#close('ping timeout'), SILENCE_MS);
  }

  #fail(): void {
    super.emit('connect_error', new Error('websocket error'));
    this.#connectLater();
  }

  #close(reason: string): void {
    clearTimeout(this.#silence);
    this.#connection?.drop();
    this.#connection = undefined;
    this.#server = undefined;
    super.emit('disconnect', reason);
    if (this.active) this.#connectLater();
  }

  #connectLater(): void {
    this.#attempt += 1;
    const attempt = this.#attempt;
    setTimeout(
      () => {
        if (this.active && attempt === this.#attempt) this.connect();
      },
      this.#link.world.random.int(...RETRY_MS),
    );
  }
}
