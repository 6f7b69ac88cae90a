import type { Logger } from '#server/observe/logger.ts';
import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { Identity, IdentityProvider } from './identity.ts';

/** An open connection is verified at least this often. */
const CHECK_EVERY_MS = MINUTE_MS;
/** The longest delay after a session ends, and before another try when one could not be checked. */
const LOOK_EVERY_MS = SECOND_MS;

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

interface Watch {
  readonly connection: GuardedConnection;
  /** When it is verified next, if no account changes before; of the clock that nobody sets. */
  dueMs: DurationMs;
}

/**
 * Verifies open connections: each one when an account changed anywhere, every minute, and when its
 * session expires. A check does not count as use, so a socket alone keeps no session alive.
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
    // The account may have changed between the handshake and now.
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
    const isAllowed = await this.#findWhetherAllowed(connection);
    if (isAllowed === undefined) watch.dueMs = 0;
    if (isAllowed === false && this.#watches.delete(watch)) connection.onRevoked();
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
