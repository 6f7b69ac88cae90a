import { createHash, randomBytes } from 'node:crypto';

import type { OrganiserRecord, StoredOrganiser } from '#server/store/organiser-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { explainUnavailable } from '#server/store/record-unavailable.ts';
import type { SessionRecord, StoredSession } from '#server/store/session-records.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';

import { groupAddress } from './address-groups.ts';
import type { CheckOptions } from './identity.ts';

const TOKEN_FORM = /^[\w-]{43}$/;

/** A secret of 32 random bytes in base64url, and its hash, under which the session is stored. */
function createSessionToken(): { token: string; sessionId: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, sessionId: sha256(token) };
}

/** Undefined for a malformed token. */
function hashSessionToken(token: string): string | undefined {
  return TOKEN_FORM.test(token) ? sha256(token) : undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const IDLE_MS = 12 * HOUR_MS;
const LIFE_MS = 24 * HOUR_MS;
/** The largest difference between the clocks of two instances. */
const MOST_AHEAD_MS = HOUR_MS;
/** Use is recorded at most this often. */
const TOUCH_MS = MINUTE_MS;
/** Of one account; a further session ends the least recently used. */
const MAX_SESSIONS = 50;

export interface OpenSession {
  readonly session: StoredSession;
  readonly organiser: StoredOrganiser;
  readonly expiresMs: EpochMs;
}

export interface SessionOrigin {
  readonly address?: string;
  readonly browser?: string | undefined;
  /** The token sent by the browser, whose session ends. */
  readonly token?: string | undefined;
}

export interface BegunSession {
  readonly token: string;
  readonly expiresMs: EpochMs;
}

export type AccountStore = Pick<RaceStore, 'organisers' | 'sessions'>;

/** Sessions of local accounts. */
export class LocalSessions {
  readonly #store: AccountStore;
  readonly #now: () => EpochMs;

  constructor(store: AccountStore, now: () => EpochMs) {
    this.#store = store;
    this.#now = now;
  }

  /** Begins a session, which is invalid if the account has changed since it was proved. */
  async open(
    account: OrganiserRecord,
    { address = '', browser = '', token }: SessionOrigin = {},
  ): Promise<BegunSession> {
    const { email, generation } = account;
    const nowMs = this.#now();
    const times = { createdMs: nowMs, usedMs: nowMs };
    const record = { email, generation, ...times, browser, address: groupAddress(address) };
    const replaced = token === undefined ? undefined : await this.find(token, { isUse: false });
    const replacedId = replaced?.session.sessionId;
    const others = (await this.list(account)).filter(({ sessionId }) => sessionId !== replacedId);
    const ended = [...(replaced ? [replaced.session] : []), ...others.slice(MAX_SESSIONS - 1)];
    const { token: begun, sessionId } = createSessionToken();
    await this.#store.sessions.add(sessionId, record, address, ended);
    return { token: begun, expiresMs: nowMs + LIFE_MS };
  }

  /**
   * Replaces the token of a session after its account was proved again, and ends other sessions. The expiry stays.
   * Undefined if it has ended.
   */
  async renew(
    { session: { sessionId } }: OpenSession,
    { generation }: OrganiserRecord,
    address: string,
    others: readonly StoredSession[] = [],
  ): Promise<BegunSession | undefined> {
    for (;;) {
      const replaced = await this.#store.sessions.find(sessionId);
      if (!replaced) return undefined;
      const record = { ...replaced.record, generation, usedMs: this.#now() };
      const { token, sessionId: id } = createSessionToken();
      // Another call has recorded a use: read it again.
      if (!(await this.#store.sessions.add(id, record, address, others, replaced))) continue;
      return { token, expiresMs: record.createdMs + LIFE_MS };
    }
  }

  /** The open sessions of an account, most recently used first. */
  async list({ email, generation }: OrganiserRecord): Promise<StoredSession[]> {
    const isOf = ({ record }: StoredSession): boolean =>
      record.email === email && record.generation === generation && !this.#isOver(record);
    const all = await this.#store.sessions.list();
    return all.filter(isOf).toSorted((a, b) => b.record.usedMs - a.record.usedMs);
  }

  /** The number of open sessions by the address of the account, without disabled ones. */
  async count(): Promise<Map<string, number>> {
    const stored = await this.#store.organisers.list();
    const accounts = new Map(stored.map(({ record }) => [record.email, record]));
    const counts = new Map<string, number>();
    for (const { record } of await this.#store.sessions.list()) {
      const { email, generation } = record;
      const account = accounts.get(email);
      if (account?.generation !== generation || account.disabled || this.#isOver(record)) continue;
      counts.set(email, (counts.get(email) ?? 0) + 1);
    }
    return counts;
  }

  /** Undefined without such a session, after its end, or if its account is disabled. */
  async find(token: string, { isUse = true }: CheckOptions = {}): Promise<OpenSession | undefined> {
    const sessionId = hashSessionToken(token);
    const session = sessionId && (await this.#store.sessions.find(sessionId));
    if (!session || this.#isOver(session.record)) return undefined;
    const { email, generation, createdMs, usedMs } = session.record;
    const organiser = await this.#store.organisers.find(email);
    if (!organiser || organiser.record.disabled || organiser.record.generation !== generation) {
      return undefined;
    }
    const nowMs = this.#now();
    if (isUse && nowMs - usedMs >= TOUCH_MS) await this.#touch(session, nowMs);
    return { session, organiser, expiresMs: Math.min(createdMs, nowMs) + LIFE_MS };
  }

  /** While the record is read-only, leaves it to a later call. */
  async #touch(session: StoredSession, nowMs: EpochMs): Promise<void> {
    try {
      await this.#store.sessions.touch(session, nowMs);
    } catch (error) {
      if (!explainUnavailable(error)) throw error;
    }
  }

  async end({ session }: OpenSession): Promise<void> {
    await this.#store.sessions.end(session);
  }

  /** Removes ended sessions, and returns their number. */
  async sweep(): Promise<number> {
    const stored = await this.#store.organisers.list();
    const generations = new Map(stored.map(({ record }) => [record.email, record.generation]));
    return this.#store.sessions.sweep((session) => {
      const generation = generations.get(session.email);
      // The list may lack a new account or generation: keep those sessions.
      return this.#isOver(session) || (generation !== undefined && session.generation < generation);
    });
  }

  #isOver({ createdMs, usedMs }: SessionRecord): boolean {
    const nowMs = this.#now();
    // Begun by a clock far ahead, it would end that much later.
    if (Math.max(createdMs, usedMs) > nowMs + MOST_AHEAD_MS) return true;
    return nowMs >= createdMs + LIFE_MS || nowMs >= usedMs + IDLE_MS;
  }
}
