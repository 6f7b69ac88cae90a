import type { RedisSettings } from '#server/config/redis-settings.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { Change } from '#shared/wire/change-feed.ts';

import { createRaceKeys, type RaceKeys } from './keys.ts';
import { parseChange } from './race-record.ts';
import { createRedisClient, type RedisClient } from './redis-connection.ts';

/** The messages of the race, which any process may send at any time. */
export interface RaceListener {
  /** A change, as published; a hint only, since any may be lost. */
  onChange(change: Change): void;
  /** The raw text that another program published. */
  onPublishedRead(payload: string): void;
  /** Subscribed, for the first time or again: changes may have been missed. */
  onSubscribed(): void;
}

/** The two connections to a race in Redis: one for commands, and one for subscriptions. */
export class RaceConnection {
  readonly raceKey: string;
  readonly keys: RaceKeys;
  /** Resolves when the connection first fails, if it ever does. */
  readonly firstFailure: Promise<void>;
  protected readonly client: RedisClient;
  protected readonly subscriber: RedisClient;
  protected readonly logger: Logger;
  #isSubscribed = false;
  #lastError: unknown;

  constructor(
    redis: RedisSettings,
    raceKey: string,
    logger: Logger,
    createClient: typeof createRedisClient = createRedisClient,
  ) {
    this.raceKey = raceKey;
    this.keys = createRaceKeys(raceKey);
    this.client = createClient(redis, raceKey, 'store', logger);
    this.subscriber = createClient(redis, raceKey, 'follower', logger);
    this.firstFailure = new Promise((resolve) => this.client.once('error', () => resolve()));
    this.client.on('error', (error: unknown) => (this.#lastError = error));
    this.logger = logger;
  }

  /** Starts connecting, and goes on trying for ever; calls fail until it has succeeded. */
  connect(): Promise<void> {
    return this.client.connect().then(() => undefined);
  }

  get isConnected(): boolean {
    return this.client.isReady;
  }

  /** The last error of the connection; it may contain private details. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** Why Redis cannot be reached, if known. */
  get problem(): string | undefined {
    return this.client.problem;
  }

  /** Whether published reads are heard: a read that nobody hears is lost. */
  get isListening(): boolean {
    return this.#isSubscribed && this.subscriber.isReady;
  }

  /**
   * Listens to the race until {@link close}; resolves when Redis was reached.
   * Each new connection subscribes again, also one that broke off on the way.
   */
  async subscribe(listener: RaceListener): Promise<void> {
    const onChange = (text: string): void => {
      const change = parseChange(text);
      if (change) listener.onChange(change);
      // Anyone may publish on the channel; what it drops, the check of the head finds.
      else this.logger.warn({ text: text.slice(0, 200) }, 'Dropped a message that is no change');
    };
    const onPublishedRead = (text: string): void => listener.onPublishedRead(text);
    const listen = async (): Promise<void> => {
      this.#isSubscribed = false;
      await this.subscriber.subscribe(this.keys.changesChannel, onChange);
      await this.subscriber.subscribe(this.keys.scansChannel, onPublishedRead);
      this.#isSubscribed = true;
      listener.onSubscribed();
    };
    this.subscriber.on('ready', () => {
      listen().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Not subscribed to the race; looking every second'),
      );
    });
    await this.subscriber.connect();
  }

  close(): void {
    for (const client of [this.subscriber, this.client]) {
      if (client.isOpen) client.destroy();
    }
  }
}
