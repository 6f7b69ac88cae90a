import { setTimeout as delay } from 'node:timers/promises';

import type { AuthSettings } from '#server/config/auth-settings.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { OrganiserRecords } from '#server/store/organiser-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { EpochMs } from '#shared/model/time.ts';

import { groupNetwork } from './address-groups.ts';
import { FirebaseProvider } from './firebase-provider.ts';
import type { IdentityProvider } from './identity.ts';
import { LocalAccounts } from './local-accounts.ts';
import { LocalSessions } from './local-sessions.ts';
import { LoginThrottle } from './login-throttle.ts';
import { createDefault, Organisers } from './organisers.ts';
import { createReadablePassword, PasswordHasher } from './passwords.ts';
import { type NoteFailure, SecondFactors } from './second-factors.ts';

const FIRST_EMAIL = 'organiser@race.local';
const RETRY_MS = 1_000;

export interface FirstOrganiser {
  readonly email: string;
  /** A one-time password. */
  readonly password: string;
}

/**
 * Creates an account if nobody can sign in. Of several instances that start at once only one gets it back. Retries while
 * Redis is down, until `signal` aborts.
 */
export async function makeFirstOrganiser(
  records: OrganiserRecords,
  hasher: PasswordHasher,
  logger: Logger,
  signal: AbortSignal,
): Promise<FirstOrganiser | undefined> {
  const password = createReadablePassword();
  const passwordHash = await hasher.hash(password);
  const createdAt = new Date().toISOString();
  const own = createDefault(FIRST_EMAIL);
  const after = { ...own, createdAt, passwordHash, mustChangePassword: true };
  const enter = async (): Promise<boolean> => {
    const hashes = (await records.list()).flatMap(({ record }) => record.passwordHash ?? []);
    // An earlier try may have succeeded without an answer.
    if (hashes.length > 0) return hashes.includes(passwordHash);
    const change = { after, by: 'first start', action: 'organiser-add' };
    return records.commit({ before: undefined, ...change });
  };
  while (!signal.aborted) {
    try {
      return (await enter()) ? { email: FIRST_EMAIL, password } : undefined;
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'Cannot check for accounts; trying again');
    }
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

export interface IdentityParts {
  readonly provider: IdentityProvider;
  readonly organisers: Organisers;
  /** Undefined with Firebase. */
  readonly accounts: LocalAccounts | undefined;
  /** Returns the account of the first start, if this instance created it. */
  start(): Promise<FirstOrganiser | undefined>;
  close(): Promise<void>;
}

interface IdentityOptions {
  readonly now?: () => EpochMs;
  readonly hasher?: PasswordHasher | undefined;
  readonly countFailure?: () => void;
}

/** Firebase's code is loaded only if needed. */
export async function createIdentity(
  settings: AuthSettings,
  store: RaceStore,
  logger: Logger,
  { now, hasher = new PasswordHasher(), countFailure }: IdentityOptions = {},
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
      close: () => reader.close(),
    };
  }
  const clock = now ?? Date.now;
  const sessions = new LocalSessions(store, clock);
  const noteFailure: NoteFailure = (account = 'nobody', address) => {
    countFailure?.();
    // The log limits repetitions by account.
    logger.warn({ by: account, network: groupNetwork(address) }, 'A sign-in failed');
  };
  // The monotonic clock: setting the system clock back mustn't make anybody wait.
  const throttle = new LoginThrottle(now ?? (() => performance.now()));
  const { organisers } = store;
  const accounts = new LocalAccounts({
    store,
    sessions,
    hasher,
    throttle,
    noteFailure,
    secondFactors: new SecondFactors({ organisers, hasher, throttle, noteFailure, now: clock }),
  });
  const closing = new AbortController();
  return {
    provider: accounts,
    organisers: new Organisers(organisers, hasher, undefined),
    accounts,
    start: () => makeFirstOrganiser(organisers, hasher, logger, closing.signal),
    close: () => {
      closing.abort();
      return Promise.resolve();
    },
  };
}
