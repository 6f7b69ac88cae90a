import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';

import type { FirebaseSettings } from '#server/config/auth-settings.ts';
import type { OrganiserRecords } from '#server/store/organiser-records.ts';
import { inTime } from '#server/system/in-time.ts';
import { type AuthInfo, type ErrorCode, type Role, ROLES } from '#shared/wire/auth-api.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { parseEmail } from '#shared/model/text-rules.ts';

import { type IdentityProvider, NOT_SIGNED_IN, type TokenCheck } from './identity.ts';

/** The content of an ID token whose signature, project and time are valid. */
export interface FirebaseToken {
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /**
   * From the custom claim `organiser`, which only the project's owner can set: `true` for all
   * rights, or the name of a role.
   */
  readonly claimed: Role | undefined;
  readonly expiresMs: EpochMs;
}

/** A valid token may be older than the deletion or disabling of its account. */
const GONE = new Set(['auth/user-disabled', 'auth/user-not-found', 'auth/id-token-revoked']);
/** The verifier's words for an invalid token; any other error is about the connection to Google. */
const TOKEN_FAULT = /^(Firebase ID token|Decoding Firebase ID token|verifyIdToken\(\))/;

/** Longest wait for Google's keys: the verifier itself would wait for minutes. */
const KEYS_MS = 5 * SECOND_MS;
const TOO_LATE = `Google's keys did not come in ${KEYS_MS / SECOND_MS} s.`;

/** Verifies ID tokens of one Firebase project. Loading this file loads Firebase. */
export class FirebaseTokenReader {
  readonly #app: App;
  readonly #auth: Auth;

  constructor(projectId: string) {
    this.#app = initializeApp({ projectId }, `splitcast-${(appsMade += 1)}`);
    this.#auth = getAuth(this.#app);
  }

  /**
   * Undefined for a token that is forged, expired or of another project. Rejects when Google's keys are needed and
   * cannot be fetched: they are kept only in memory, for the hours their header allows.
   */
  async read(token: string): Promise<FirebaseToken | undefined> {
    try {
      const claims = await inTime(this.#auth.verifyIdToken(token), KEYS_MS, TOO_LATE);
      return {
        subject: claims.uid,
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

/** Numbers the apps: Firebase requires a unique name for each, and an unclosed one keeps its name. */
let appsMade = 0;

function isTokenFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'auth/argument-error') return TOKEN_FAULT.test(error.message);
  return code === 'auth/id-token-expired' || GONE.has(code);
}

/** Reads an ID token; undefined for one that is forged, expired or of another project. */
export type ReadFirebaseToken = (token: string) => Promise<FirebaseToken | undefined>;

/**
 * Accounts at Firebase. Anybody may sign up to a Firebase project, with any address: so an
 * organiser must be on the list with a verified address, or have the claim that only the project's
 * owner can set. Roles and exclusions are kept here.
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
    const { subject, email, isEmailVerified, claimed, expiresMs } = claims;
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
    // An account with all rights may be in the record for a reason other than its role: then the claim limits it.
    const role = given === 'admin' ? (claimed ?? given) : given;
    return { identity: { subject, email, role, generation, expiresMs } };
  }
}

const UNVERIFIED =
  'This e-mail address is not verified yet: follow the link in the message from Firebase, then sign in again.';

function refuse(error: string, code?: ErrorCode): TokenCheck {
  return { refusal: { status: 403, error, ...(code ? { code } : {}) } };
}
