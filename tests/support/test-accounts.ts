import { randomUUID } from 'node:crypto';

import type { Identity, IdentityProvider, TokenCheck } from '#server/identity/identity.ts';
import { NOT_SIGNED_IN } from '#server/identity/identity.ts';
import type { AuthInfo, Role } from '#shared/wire/admin-api.ts';

/** Accounts in memory, which any number of instances can share: for tests of what stands behind them. */
export class TestAccounts implements IdentityProvider {
  readonly #identities = new Map<string, Identity>();
  /** Set: whether a token is good cannot be known. */
  outage: Error | undefined;

  /** Signs somebody in and returns the token. */
  signIn(email: string, role: Role, expiresMs?: number): string {
    const token = randomUUID();
    const session = expiresMs === undefined ? {} : { expiresMs };
    this.#identities.set(token, { subject: email, email, role, ...session });
    return token;
  }

  disable(token: string): void {
    this.#identities.delete(token);
  }

  describe(): AuthInfo {
    return { provider: 'local' };
  }

  async check(token: string): Promise<TokenCheck> {
    const identity = await this.verify(token);
    return identity ? { identity } : { refusal: NOT_SIGNED_IN };
  }

  verify(token: string): Promise<Identity | undefined> {
    if (this.outage) return Promise.reject(this.outage);
    const identity = this.#identities.get(token);
    const isOver = identity?.expiresMs !== undefined && identity.expiresMs <= Date.now();
    return Promise.resolve(isOver ? undefined : identity);
  }
}
