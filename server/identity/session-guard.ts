import type { Logger } from '#server/observe/logger.ts';
import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { Identity, IdentityProvider } from './identity.ts';

const CHECK_EVERY_MS = MINUTE_MS;
/** Bounds the delay after the end of a session, and before another try. */
const LOOK_EVERY_MS = SECOND_MS;

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

interface Watch {
  readonly connection: GuardedConnection;
  /** The time of the next check by the monotonic clock. */
  dueMs: DurationMs;
}

/**
 * Verifies open connections after a change of any account, every minute, and when the session expires. A check is not
 * use: a socket alone keeps no session alive.
 */
export class SessionGuard {
  readonly #provider: IdentityProvider;
  readonly #events: AccountEvents;
  readonly #logger: Logger;
  readonly #watches = new Set<Watch>();
  readonly #verifyAll = (): void => {
    for (const watch of this.#watches) void this.#verify(watch);
  };
  readonly #timer: NodeJS.Timeout;

  constructor(provider: IdentityProvider, events: AccountEvents, logger: Logger) {
    this.#provider = provider;
    this.#events = events;
    this.#logger = logger;
    events.on('accounts', this.#verifyAll);
    events.on('reloaded', this.#verifyAll);
    this.#timer = setInterval(() => this.#verifyDue(), LOOK_EVERY_MS).unref();
  }

  /** Watches a connection until the returned function is called or it is revoked. */
  watch(connection: GuardedConnection): () => void {
    const watch = { connection, dueMs: 0 };
    this.#watches.add(watch);
    // The account may have changed since the handshake.
    void this.#verify(watch);
    return () => void this.#watches.delete(watch);
  }

  close(): void {
    this.#events.off('accounts', this.#verifyAll);
    this.#events.off('reloaded', this.#verifyAll);
    clearInterval(this.#timer);
    this.#watches.clear();
  }

  #verifyDue(): void {
    const nowMs = performance.now();
    for (const watch of this.#watches) if (watch.dueMs <= nowMs) void this.#verify(watch);
  }

  async #verify(watch: Watch): Promise<void> {
    const { connection } = watch;
    const leftMs = Math.max(0, (connection.identity.expiresMs ?? Infinity) - Date.now());
    watch.dueMs = performance.now() + Math.min(CHECK_EVERY_MS, leftMs);
    const isAllowed = await this.#checkConnection(connection);
    if (isAllowed === undefined) watch.dueMs = 0;
    if (isAllowed === false && this.#watches.delete(watch)) connection.onRevoked();
  }

  /** Undefined while it can't be checked. */
  async #checkConnection(connection: GuardedConnection): Promise<boolean | undefined> {
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
