import type { Logger } from '#server/observe/logger.ts';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** The channel on which the web instances share who is editing, which is not stored. */
export class PresenceChannel {
  readonly #client: RedisClient;
  readonly #subscriber: RedisClient;
  readonly #channel: string;
  readonly #logger: Logger;

  constructor(client: RedisClient, subscriber: RedisClient, keys: RaceKeys, logger: Logger) {
    this.#client = client;
    this.#subscriber = subscriber;
    this.#channel = keys.presenceChannel;
    this.#logger = logger;
  }

  /** Listens from the subscriber's next connection on. Any process may send messages, and some may be missed. */
  listen(onMessage: (text: string) => void): void {
    this.#subscriber.on('ready', () => {
      this.#subscriber
        .subscribe(this.#channel, onMessage)
        .catch((error: unknown) => this.#warn(error));
    });
  }

  /** Sends to all instances, including this one. */
  publish(text: string): void {
    this.#client.publish(this.#channel, text).catch((error: unknown) => this.#warn(error));
  }

  #warn(error: unknown): void {
    this.#logger.debug({ err: error }, 'Cannot share with other instances who is editing');
  }
}
