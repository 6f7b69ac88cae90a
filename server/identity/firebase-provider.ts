import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';

import type { FirebaseSettings } from '#server/config/auth-settings.ts';
import type { OrganiserRecords } from '#server/store/organiser-records.ts';
import { inTime } from '#server/system/in-time.ts';
import { type AuthInfo, type ErrorCode, type Role, ROLES } from '#shared/wire/auth-api.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { parseEmail } from '#shared/model/text-rules.ts';

import { type IdentityProvider, NOT_SIGNED_IN, type TokenCheck } from './identity.ts';

/** The content of a valid ID token. */
export interface FirebaseToken {
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** The custom claim `organiser`: `true` for all rights, or a role. Only the project's owner can set it. */
  readonly claimed: Role | undefined;
  readonly expiresMs: EpochMs;
}

/** The account has been disabled or deleted since the token was issued. */
const GONE = new Set(['auth/user-disabled', 'auth/user-not-found', 'auth/id-token-revoked']);
/** The verifier's messages about an invalid token; other errors are about the connection to Google. */
const TOKEN_FAULT = /^(Firebase ID token|Decoding Firebase ID token|verifyIdToken\(\))/;

/** The verifier itself would wait for minutes. */
const KEYS_MS = 5 * SECOND_MS;
const TOO_LATE = `Google's keys did not arrive within ${KEYS_MS / SECOND_MS} s.`;

/** Verifies ID tokens of one Firebase project. */
export class FirebaseTokenReader {
  readonly #app: App;
  readonly #auth: Auth;

  constructor(projectId: string) {
    this.#app = initializeApp({ projectId }, `splitcast-${(appsMade += 1)}`);
    this.#auth = getAuth(this.#app);
  }

  /** Undefined for an invalid token. Rejects if Google's keys can't be fetched; they are cached in memory. */
  async read(token: string): Promise<FirebaseToken | undefined> {
    try {
      const claims = await inTime(this.#auth.verifyIdToken(token), KEYS_MS, TOO_LATE);
      return {
        email: claims.email === undefined ? undefined : parseEmail(claims.email),
        isEmailVerified: claims.email_verified === true,
        claimed: readClaim(claims['organiser']),
        expiresMs: claims.exp * SECOND_MS,
      };
    } catch (error) {
      if (isTokenFault(error)) return undefined;
      throw error;
    }
  }

  close(): Promise<void> {
    return deleteApp(this.#app);
  }
}

function readClaim(claim: unknown): Role | undefined {
  return claim === true ? 'admin' : ROLES.find((role) => role === claim);
}

/** Firebase needs a unique name for each app. */
let appsMade = 0;

function isTokenFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'auth/argument-error') return TOKEN_FAULT.test(error.message);
  return code === 'auth/id-token-expired' || GONE.has(code);
}

/** Undefined for an invalid token. */
export type ReadFirebaseToken = (token: string) => Promise<FirebaseToken | undefined>;

/**
 * Accounts at Firebase. Anybody can sign up to a Firebase project with any address, so an organiser needs a verified
 * address on the list, or the claim.
 */
export class FirebaseProvider implements IdentityProvider {
  readonly #settings: FirebaseSettings;
  readonly #readToken: ReadFirebaseToken;
  readonly #records: OrganiserRecords;

  constructor(settings: FirebaseSettings, readToken: ReadFirebaseToken, records: OrganiserRecords) {
    this.#settings = settings;
    this.#readToken = readToken;
    this.#records = records;
  }

  describe(): AuthInfo {
    const { provider, projectId, apiKey, authDomain, emulatorHost } = this.#settings;
    const emulator = emulatorHost === undefined ? {} : { emulatorUrl: `http://${emulatorHost}` };
    return { provider, projectId, apiKey, authDomain, ...emulator };
  }

  async check(token: string): Promise<TokenCheck> {
    const claims = await this.#readToken(token);
    if (!claims) return { refusal: NOT_SIGNED_IN };
    const { email, isEmailVerified, claimed, expiresMs } = claims;
    if (email === undefined) return refuse('This account has no e-mail address.');
    if (!claimed && !this.#settings.organiserEmails.includes(email)) {
      return refuse('This account is not on the list of organisers.');
    }
    if (!claimed && !isEmailVerified) return refuse(UNVERIFIED, 'email-verification');
    const record = (await this.#records.find(email))?.record;
    if (record?.disabled) {
      return { ...refuse('This account is disabled. Ask another organiser.'), by: email };
    }
    const { role: given = 'admin', generation = 0 } = record ?? {};
    // A record may exist for another reason than its role: the claim then limits it.
    const role = given === 'admin' ? (claimed ?? given) : given;
    return { identity: { email, role, generation, expiresMs } };
  }
}

const UNVERIFIED =
  'This e-mail address is not verified yet: follow the link in the message from Firebase, then sign in again.';

function refuse(error: string, code?: ErrorCode): TokenCheck {
  return { refusal: { status: 403, error, ...(code ? { code } : {}) } };
}
