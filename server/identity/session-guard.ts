import type { Logger } from '#server/observe/logger.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import type { Identity, IdentityProvider } from './identity.ts';

/** Bounds the delay after the end of a session by time, and before another try. */
const CHECK_EVERY_MS: DurationMs = 10 * SECOND_MS;

/** `accounts`: an account has changed; `reloaded`: changes may have been missed. */
export interface AccountEvents {
  on(event: 'accounts' | 'reloaded', listener: () => void): void;
  off(event: 'accounts' | 'reloaded', listener: () => void): void;
}

export interface GuardedConnection {
  readonly token: string;
  readonly identity: Identity;
  /** Called once; also after a change of the role, on which the content of a connection depends. */
  onRevoked(): void;
}

/**
 * Verifies open connections after a change of any account, and regularly. A check is not use: a socket alone keeps no
 * session alive.
 */
export class SessionGuard {
  readonly #provider: IdentityProvider;
  readonly #events: AccountEvents;
  readonly #logger: Logger;
  readonly #watched = new Set<GuardedConnection>();
  readonly #verifyAll = (): void => {
    for (const connection of this.#watched) void this.#verify(connection);
  };
  readonly #timer: NodeJS.Timeout;

  constructor(
    provider: IdentityProvider,
    events: AccountEvents,
    logger: Logger,
    everyMs = CHECK_EVERY_MS,
  ) {
    this.#provider = provider;
    this.#events = events;
    this.#logger = logger;
    events.on('accounts', this.#verifyAll);
    events.on('reloaded', this.#verifyAll);
    this.#timer = setInterval(this.#verifyAll, everyMs).unref();
  }

  /** Watches a connection until the returned function is called or it is revoked. */
  watch(connection: GuardedConnection): () => void {
    this.#watched.add(connection);
    // The account may have changed since the handshake.
    void this.#verify(connection);
    return () => void this.#watched.delete(connection);
  }

  close(): void {
    this.#events.off('accounts', this.#verifyAll);
    this.#events.off('reloaded', this.#verifyAll);
    clearInterval(this.#timer);
    this.#watched.clear();
  }

  async #verify(connection: GuardedConnection): Promise<void> {
    const isAllowed = await this.#checkConnection(connection);
    if (isAllowed === false && this.#watched.delete(connection)) connection.onRevoked();
  }

  /** Undefined while it can't be checked. */
  async #checkConnection(connection: GuardedConnection): Promise<boolean | undefined> {
    const { token, identity } = connection;
    try {
      const check = await this.#provider.check(token, { isUse: false });
      // A token is of one account for good.
      return 'identity' in check && check.identity.role === identity.role;
    } catch (error) {
      this.#logger.warn({ err: error }, 'Cannot verify an open connection; asking again');
      return undefined;
    }
  }
}
