import type { Redis } from 'ioredis';

import type { ConnectionListener } from '#server/scanner/sending/connect-redis.ts';

import type { ModelRedis } from './model-redis.ts';
import type { Connection, NetworkLink } from './network.ts';

interface Call {
  readonly args: readonly string[];
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const FIRST_RETRY_MS = 25;
const LONGEST_RETRY_MS = 2_000;
const SILENCE_MS = 10_000;
const LOOK_MS = 2_500;

/** What may become of the library of a scanner, beside what becomes of its network. */
export interface LibraryFaults {
  /** It makes no connection any more, and what waits is never answered. */
  endForGood(): void;
  /** No reply comes any more on this connection, and the library does not notice. */
  goDeaf(): void;
}

/**
 * `ioredis` as a scanner sets it up: calls wait for a connection, and are sent again when theirs was lost before the
 * answer. At its worst it ends for good with calls that wait for ever, or never notices that nothing is answered.
 */
export class ScannerClient implements LibraryFaults {
  status = 'connecting';
  readonly #link: NetworkLink;
  readonly #redis: ModelRedis;
  readonly #listener: ConnectionListener;
  #calls: Call[] = [];
  #connection: Connection | undefined;
  #attempts = 0;
  #heardMs = 0;
  #isDeaf = false;
  #look: NodeJS.Timeout | undefined;

  constructor(link: NetworkLink, redis: ModelRedis, listener: ConnectionListener) {
    this.#link = link;
    this.#redis = redis;
    this.#listener = listener;
    this.#connect();
    this.#look = setInterval(() => this.#lookForSilence(), LOOK_MS);
  }

  /** As the library's own, as far as a scanner uses it. */
  get asRedis(): Redis {
    return this as unknown as Redis;
  }

  defineCommand(name: string, { lua, numberOfKeys }: { lua: string; numberOfKeys: number }): void {
    Object.assign(this, {
      [name]: (...args: readonly (string | number)[]) =>
        this.#ask(['EVAL', lua, String(numberOfKeys), ...args.map(String)]),
    });
  }

  hget(key: string, field: string): Promise<unknown> {
    return this.#ask(['HGET', key, field]);
  }

  hmget(key: string, ...fields: readonly string[]): Promise<unknown> {
    return this.#ask(['HMGET', key, ...fields]);
  }

  disconnect(): void {
    this.#end();
    this.#calls = [];
  }

  endForGood(): void {
    if (this.status === 'end') return;
    this.#end();
    this.#listener.onEnd(new Error('All sentinels are unreachable.'));
  }

  goDeaf(): void {
    if (!this.#connection) return;
    this.#isDeaf = true;
    this.#connection.isLost = true;
  }

  #end(): void {
    this.status = 'end';
    clearInterval(this.#look);
    this.#connection?.drop();
    this.#connection = undefined;
  }

  #ask(args: readonly string[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call = { args, resolve, reject };
      this.#calls.push(call);
      if (this.status === 'ready') this.#send(call);
    });
  }

  #send(call: Call): void {
    const connection = this.#connection;
    connection?.ask(() => {
      const { isOk, reply } = answer(() => this.#redis.run(call.args));
      connection.tell(() => {
        if (connection !== this.#connection) return;
        this.#heardMs = performance.now();
        this.#calls = this.#calls.filter((one) => one !== call);
        if (isOk) call.resolve(reply);
        else call.reject(reply);
      });
    });
  }

  #connect(): void {
    this.#link.connect(
      this.#redis.process,
      () => this.#onClosed(),
      (made) => {
        if (this.status === 'end') return made.drop();
        this.#connection = made;
        this.#isDeaf = false;
        this.#attempts = 0;
        this.#heardMs = performance.now();
        this.status = 'ready';
        for (const call of this.#calls) this.#send(call);
        this.#listener.onReady();
        return undefined;
      },
      () => this.#onClosed(),
    );
  }

  #onClosed(): void {
    if (this.status === 'end') return;
    this.#connection = undefined;
    this.status = 'reconnecting';
    this.#listener.onClose(new Error('the connection was closed'));
    const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** this.#attempts, LONGEST_RETRY_MS);
    this.#attempts += 1;
    setTimeout(() => {
      if (this.status === 'end') return;
      this.status = 'connecting';
      this.#connect();
    }, pauseMs);
  }

  #lookForSilence(): void {
    const isSilent = performance.now() - this.#heardMs > SILENCE_MS;
    if (this.#isDeaf || !isSilent || (this.status === 'ready' && this.#calls.length === 0)) return;
    if (this.status === 'reconnecting') return;
    this.#connection?.drop();
    this.#heardMs = performance.now();
    this.#onClosed();
  }
}

/** What a call came to, to be told over the network. */
export function answer(call: () => unknown): { readonly isOk: boolean; readonly reply: unknown } {
  try {
    return { isOk: true, reply: call() };
  } catch (error) {
    return { isOk: false, reply: error };
  }
}
