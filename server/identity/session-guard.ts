import type { Logger } from '#server/observe/logger.ts';

import type { Identity, IdentityProvider } from './identity.ts';

/** An open connection is verified at least this often. */
const CHECK_EVERY_MS = 60_000;
/** The delay before another try when the session cannot be checked. */
const RETRY_MS = 1_000;
/** Timers may fire a little before their time. */
const EXPIRY_SLACK_MS = 20;
/** The longest time of a timer; a longer session is checked on the way. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Reports that accounts may have changed: `accounts` after one did, `reloaded` after changes were missed. */
export interface AccountEvents {
  on(event: 'accounts' | 'reloaded', listener: () => void): void;
  off(event: 'accounts' | 'reloaded', listener: () => void): void;
}

/** An open connection, and its action when its organiser may no longer have it. */
export interface GuardedConnection {
  readonly token: string;
  readonly identity: Identity;
  /** Called once; also when the role changes, since the content of a connection follows from it. */
  onRevoked(): void;
}

/**
 * Verifies open connections: each one when an account changed anywhere, every minute, and when its
 * session expires. A check does not count as use, so a socket alone keeps no session alive.
 */
export class SessionGuard {
  readonly #provider: IdentityProvider;
  readonly #events: AccountEvents;
  readonly #logger: Logger;
  readonly #watches = new Set<() => void>();
  readonly #verifyAll = (): void => {
    for (const verify of this.#watches) verify();
  };
  readonly #timer: NodeJS.Timeout;

  constructor(provider: IdentityProvider, events: AccountEvents, logger: Logger) {
    this.#provider = provider;
    this.#events = events;
    this.#logger = logger;
    events.on('accounts', this.#verifyAll);
    events.on('reloaded', this.#verifyAll);
    this.#timer = setInterval(this.#verifyAll, CHECK_EVERY_MS).unref();
  }

  /** Watches a connection until the returned function is called or it is revoked. */
  watch(connection: GuardedConnection): () => void {
    let expiry: NodeJS.Timeout | undefined;
    let retry: NodeJS.Timeout | undefined;
    let isWatched = true;
    let latest = 0;

    const stop = (): void => {
      isWatched = false;
      this.#watches.delete(verify);
      clearTimeout(expiry);
      clearTimeout(retry);
    };
    const verify = (): void => {
      clearTimeout(retry);
      latest += 1;
      void run(latest);
    };
    const run = async (turn: number): Promise<void> => {
      const isAllowed = await this.#findWhetherAllowed(connection);
      if (!isWatched) return;
      if (isAllowed === false) {
        stop();
        connection.onRevoked();
      } else if (isAllowed === undefined && turn === latest) {
        retry = setTimeout(verify, RETRY_MS).unref();
      }
    };

    this.#watches.add(verify);
    const { expiresMs } = connection.identity;
    if (expiresMs !== undefined) {
      const waitMs = Math.min(Math.max(expiresMs - Date.now(), 0) + EXPIRY_SLACK_MS, MAX_TIMER_MS);
      expiry = setTimeout(verify, waitMs).unref();
    }
    // The account may have changed between the handshake and now.
    verify();
    return stop;
  }

  close(): void {
    this.#events.off('accounts', this.#verifyAll);
    this.#events.off('reloaded', this.#verifyAll);
    clearInterval(this.#timer);
    this.#watches.clear();
  }

  /** Undefined when that cannot be known at present. */
  async #findWhetherAllowed(connection: GuardedConnection): Promise<boolean | undefined> {
    const { token, identity } = connection;
    try {
      const check = await this.#provider.check(token, { isUse: false });
      if (!('identity' in check)) return false;
      const now = check.identity;
      return now.subject === identity.subject && now.role === identity.role;
    } catch (error) {
      this.#logger.warn({ err: error }, 'Cannot verify an open connection; asking again');
      return undefined;
    }
  }
}
