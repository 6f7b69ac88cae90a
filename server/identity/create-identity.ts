import { setTimeout as delay } from 'node:timers/promises';

import type { AuthSettings } from '#server/config/auth-settings.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { OrganiserRecord, OrganiserRecords } from '#server/store/organiser-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

import { groupNetwork } from './address-groups.ts';
import { FirebaseProvider } from './firebase-provider.ts';
import type { IdentityProvider } from './identity.ts';
import { LocalAccounts } from './local-accounts.ts';
import { LocalSessions } from './local-sessions.ts';
import { LoginThrottle } from './login-throttle.ts';
import { Organisers } from './organisers.ts';
import { createReadablePassword, PasswordHasher } from './passwords.ts';
import { type NoteFailure, SecondFactors } from './second-factors.ts';

const FIRST_EMAIL = 'organiser@race.local';
const RETRY_MS = 1_000;

/** The account of the first start, with its password. */
export interface FirstOrganiser {
  readonly email: string;
  /** To be replaced at the first sign-in. */
  readonly password: string;
}

/** Makes an account where nobody could sign in otherwise. */
export class FirstOrganiserMaker {
  readonly #records: OrganiserRecords;
  readonly #hasher: PasswordHasher;
  readonly #logger: Logger;
  readonly #giveUp = new AbortController();

  constructor(records: OrganiserRecords, hasher: PasswordHasher, logger: Logger) {
    this.#records = records;
    this.#hasher = hasher;
    this.#logger = logger;
  }

  /**
   * When several instances start at once, one makes the account and gets it back; undefined for the others, and
   * where an account can sign in already. While Redis is away it retries, until {@link close}.
   */
  async make(): Promise<FirstOrganiser | undefined> {
    const password = createReadablePassword();
    const mine: OrganiserRecord & { readonly passwordHash: string } = {
      email: FIRST_EMAIL,
      role: 'admin',
      disabled: false,
      createdAt: new Date().toISOString(),
      passwordHash: await this.#hasher.hash(password),
      mustChangePassword: true,
      generation: 0,
    };
    const { signal } = this.#giveUp;
    for (;;) {
      try {
        return (await this.#enter(mine)) ? { email: FIRST_EMAIL, password } : undefined;
      } catch (error) {
        if (signal.aborted) return undefined;
        this.#logger.warn({ err: error }, 'Cannot see whether there is an account; looking again');
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  close(): void {
    this.#giveUp.abort();
  }

  /** Whether the account exists and is this one, also after an earlier try whose answer was lost. */
  async #enter(mine: OrganiserRecord & { readonly passwordHash: string }): Promise<boolean> {
    const organisers = await this.#records.list();
    const hashes = organisers.flatMap(({ record }) => record.passwordHash ?? []);
    if (hashes.length > 0) return hashes.includes(mine.passwordHash);
    const change = { after: mine, by: 'first start', action: 'organiser-add' };
    return this.#records.commit({ before: undefined, ...change });
  }
}

export interface IdentityParts {
  readonly provider: IdentityProvider;
  readonly organisers: Organisers;
  /** Undefined where Firebase keeps the passwords. */
  readonly accounts: LocalAccounts | undefined;
  /** Once the record can be reached: the account of the first start, if this instance made it. */
  start(): Promise<FirstOrganiser | undefined>;
  /** Forgets which accounts and sessions were missing: they may exist now. */
  forgetUnknown(): void;
  close(): Promise<void>;
}

interface IdentityOptions {
  readonly now?: () => EpochMs;
  readonly hasher?: PasswordHasher | undefined;
  readonly countFailure?: () => void;
}

/**
 * Builds them for the provider of the settings; Firebase's own code is loaded only for Firebase.
 */
export async function createIdentity(
  settings: AuthSettings,
  store: RaceStore,
  logger: Logger,
  { now = Date.now, hasher = new PasswordHasher(), countFailure }: IdentityOptions = {},
): Promise<IdentityParts> {
  if (settings.provider === 'firebase') {
    const { FirebaseTokenReader } = await import('./firebase-provider.ts');
    const reader = new FirebaseTokenReader(settings.projectId);
    const readToken = (token: string) => reader.read(token);
    return {
      provider: new FirebaseProvider(settings, readToken, store.organisers),
      organisers: new Organisers(store.organisers, hasher, settings.organiserEmails),
      accounts: undefined,
      start: () => Promise.resolve(undefined),
      forgetUnknown: () => undefined,
      close: () => reader.close(),
    };
  }
  const sessions = new LocalSessions(store, now);
  const noteFailure: NoteFailure = (account = 'nobody', address) => {
    countFailure?.();
    // Of many in a minute the log has the first and the last of an account, with their number.
    logger.warn({ by: account, network: groupNetwork(address) }, 'A sign-in failed');
  };
  const throttle = new LoginThrottle(now);
  const { organisers } = store;
  const accounts = new LocalAccounts({
    store,
    sessions,
    hasher,
    throttle,
    noteFailure,
    secondFactors: new SecondFactors({ organisers, hasher, throttle, noteFailure, now }),
  });
  const sweeper = new SessionSweeper(sessions, logger);
  const firstOrganiser = new FirstOrganiserMaker(store.organisers, hasher, logger);
  return {
    provider: accounts,
    organisers: new Organisers(store.organisers, hasher, undefined),
    accounts,
    start: () => {
      sweeper.start();
      return firstOrganiser.make();
    },
    forgetUnknown: () => sessions.forgetUnknown(),
    close: () => {
      sweeper.close();
      firstOrganiser.close();
      return Promise.resolve();
    },
  };
}

const SWEEP_EVERY_MS = 10 * MINUTE_MS;

/** Regularly removes ended sessions from the record, so that they do not pile up. */
class SessionSweeper {
  readonly #sessions: LocalSessions;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(sessions: LocalSessions, logger: Logger) {
    this.#sessions = sessions;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#sweep(), SWEEP_EVERY_MS).unref();
    void this.#sweep();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #sweep(): Promise<void> {
    try {
      const swept = await this.#sessions.sweep();
      if (swept > 0) this.#logger.debug({ swept }, 'Sessions that were over are swept');
    } catch (error) {
      this.#logger.debug({ err: error }, 'Sessions could not be swept; the next time will do it');
    }
  }
}
