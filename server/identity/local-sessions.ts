import { createHash, randomBytes } from 'node:crypto';

import type { OrganiserRecord, StoredOrganiser } from '#server/store/organiser-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { explainUnavailable } from '#server/store/record-unavailable.ts';
import type { SessionRecord, StoredSession } from '#server/store/session-records.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';

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

export interface OpenSession {
  readonly session: StoredSession;
  readonly organiser: StoredOrganiser;
  readonly expiresMs: EpochMs;
}

export interface SessionOrigin {
  readonly address?: string;
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
    { email, generation }: OrganiserRecord,
    { address = '', token }: SessionOrigin = {},
  ): Promise<BegunSession> {
    const nowMs = this.#now();
    const record = { email, generation, createdMs: nowMs, usedMs: nowMs };
    const replaced = token === undefined ? undefined : await this.find(token, { isUse: false });
    const { token: begun, sessionId } = createSessionToken();
    await this.#store.sessions.add(sessionId, record, address, replaced?.session);
    // Those that ended by time leave with a later sign-in. If that fails, with the next.
    await this.#sweep().catch(() => undefined);
    return { token: begun, expiresMs: nowMs + LIFE_MS };
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

  async #sweep(): Promise<void> {
    const stored = await this.#store.organisers.list();
    const generations = new Map(stored.map(({ record }) => [record.email, record.generation]));
    await this.#store.sessions.sweep((session) => {
      const generation = generations.get(session.email);
      // The list may lack a new account or generation: keep those sessions.
      return this.#isOver(session) || (generation !== undefined && session.generation < generation);
    });
  }

  #isOver({ createdMs, usedMs }: SessionRecord): boolean {
    const nowMs = this.#now();
    // Begun by a clock far ahead, it would end that much later.
    if (createdMs > nowMs + MOST_AHEAD_MS) return true;
    return nowMs >= createdMs + LIFE_MS || nowMs >= usedMs + IDLE_MS;
  }
}
