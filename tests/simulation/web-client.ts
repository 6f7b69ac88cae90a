import { EventEmitter } from 'node:events';

import { ClientOfflineError, SocketClosedUnexpectedlyError, SocketTimeoutError } from 'redis';

import type { RedisClient } from '#server/store/redis-connection.ts';

import type { ModelRedis, Session } from './model-redis.ts';
import type { Connection, NetworkLink } from './network.ts';
import { answer } from './scanner-client.ts';

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1_000;
const PING_MS = 3_000;
const SILENCE_MS = 10_000;
const CONNECT_MS = 5_000;

type Listener = (text: string) => void;
interface ScriptOptions {
  readonly keys: readonly string[];
  readonly arguments: readonly string[];
}

/**
 * `redis` as an instance sets it up: without a connection calls fail at once, those under way fail with their
 * connection and are never sent again, and it connects anew for ever.
 */
export class WebClient extends EventEmitter {
  isReady = false;
  isOpen = false;
  readonly waitReplicas = 0;
  /** The next message that is published is lost on its way. */
  missesNext = false;
  readonly #link: NetworkLink;
  readonly #redis: ModelRedis;
  readonly #listeners = new Map<string, Listener>();
  readonly #waiting = new Set<(error: Error) => void>();
  #connection: Connection | undefined;
  #heardMs = 0;
  #failures = 0;
  #attempt = 0;

  constructor(link: NetworkLink, redis: ModelRedis) {
    super();
    this.#link = link;
    this.#redis = redis;
    this.on('error', () => undefined);
  }

  /** As the library's own, as far as an instance uses it. */
  get asClient(): RedisClient {
    return this as unknown as RedisClient;
  }

  connect(): Promise<void> {
    this.isOpen = true;
    setInterval(() => this.#ping(), PING_MS);
    this.#tryToConnect();
    return new Promise((resolve) => this.once('ready', () => resolve()));
  }

  destroy(): void {
    this.isOpen = false;
    this.#lose(new ClientOfflineError());
  }

  hGet = (key: string, field: string) => this.#ask(['HGET', key, field]);
  hmGet = (key: string, fields: readonly string[]) => this.#ask(['HMGET', key, ...fields]);
  hSetNX = (key: string, field: string, value: string) => this.#ask(['HSETNX', key, field, value]);
  hLen = (key: string) => this.#ask(['HLEN', key]);
  exists = (key: string) => this.#ask(['EXISTS', key]);
  evalSha = (sha1: string, options: ScriptOptions) => this.#script('EVALSHA', sha1, options);
  eval = (source: string, options: ScriptOptions) => this.#script('EVAL', source, options);

  /** Which run of Redis it is, of all that `INFO server` says. */
  async info(): Promise<string> {
    await this.#ask(['PING']);
    return `run_id:${this.#redis.process.life}`;
  }

  async hGetAll(key: string): Promise<Record<string, string>> {
    const flat = (await this.#ask(['HGETALL', key])) as string[];
    const entries = Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2));
    return Object.fromEntries(entries) as Record<string, string>;
  }

  async *hScanIterator(key: string): AsyncGenerator<{ field: string; value: string }[]> {
    const all = Object.entries(await this.hGetAll(key));
    yield all.map(([field, value]) => ({ field, value }));
  }

  async subscribe(channel: string, listener: Listener): Promise<void> {
    this.#listeners.set(channel, listener);
    await this.#ask(['SUBSCRIBE', channel]);
  }

  #script(
    name: string,
    script: string,
    { keys, arguments: args }: ScriptOptions,
  ): Promise<unknown> {
    return this.#ask([name, script, String(keys.length), ...keys, ...args]);
  }

  #ask(args: readonly string[]): Promise<unknown> {
    const connection = this.#connection;
    if (!connection || !this.isReady) return Promise.reject(new ClientOfflineError());
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const session = this.#sessions.get(connection);
      connection.ask(() => {
        const { isOk, reply } = answer(() => this.#redis.run(args, session));
        connection.tell(() => {
          this.#heardMs = performance.now();
          this.#waiting.delete(reject);
          if (isOk) resolve(reply);
          else reject(reply);
        });
      });
    });
  }

  readonly #sessions = new WeakMap<Connection, Session>();

  #tryToConnect(): void {
    this.#attempt += 1;
    const attempt = this.#attempt;
    setTimeout(() => {
      if (attempt === this.#attempt && !this.isReady) this.#retry();
    }, CONNECT_MS);
    this.#link.connect(
      this.#redis.process,
      () => this.#lose(new SocketClosedUnexpectedlyError()),
      (made) => (attempt === this.#attempt && this.isOpen ? this.#open(made) : made.drop()),
      () => {
        if (attempt === this.#attempt) this.#retry();
      },
    );
  }

  #open(made: Connection): void {
    this.#connection = made;
    this.#heardMs = performance.now();
    this.#failures = 0;
    const session: Session = {
      channels: new Set(),
      hear: (channel, text) => {
        if (this.missesNext) {
          this.missesNext = false;
          return;
        }
        made.tell(() => {
          this.#heardMs = performance.now();
          this.#listeners.get(channel)?.(text);
        });
      },
    };
    this.#sessions.set(made, session);
    this.#redis.sessions.add(session);
    made.onEnded = () => this.#redis.sessions.delete(session);
    this.isReady = true;
    this.emit('ready');
  }

  #retry(): void {
    if (!this.isOpen) return;
    this.emit('error', new SocketClosedUnexpectedlyError());
    const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures += 1;
    setTimeout(() => {
      if (this.isOpen) this.#tryToConnect();
    }, pauseMs);
  }

  #lose(error: Error): void {
    this.#connection?.drop();
    this.#connection = undefined;
    this.isReady = false;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const reject of waiting) reject(error);
    this.#retry();
  }

  #ping(): void {
    if (!this.isReady) return;
    if (performance.now() - this.#heardMs > SILENCE_MS)
      this.#lose(new SocketTimeoutError(SILENCE_MS));
    else this.#ask(['PING']).catch(() => undefined);
  }
}
