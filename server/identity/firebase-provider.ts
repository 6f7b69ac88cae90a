import type { FirebaseSettings } from '#server/config/auth-settings.ts';
import type { OrganiserRecords } from '#server/store/organiser-records.ts';
import type { ErrorCode } from '#shared/wire/admin-api.ts';
import type { AuthInfo } from '#shared/wire/auth-api.ts';

import type { FirebaseToken } from './firebase-token.ts';
import type { Identity, IdentityProvider, TokenCheck } from './identity.ts';
import { NOT_SIGNED_IN } from './identity.ts';

/** Reads an ID token; undefined for one that is forged, over or of another project. */
export type ReadFirebaseToken = (token: string) => Promise<FirebaseToken | undefined>;

/**
 * Accounts at Firebase. Anybody may sign up to a Firebase project, with any
 * address they like: so whoever comes in is on the list and has shown that the
 * address is theirs, or has the claim that only the project's owner can give.
 * What they may do, and whether they are kept out, is ours to say.
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
    const { subject, email, isEmailVerified, isOrganiser, expiresMs } = claims;
    if (email === undefined) return refuse('This account has no e-mail address.');
    if (!isOrganiser && !this.#settings.organiserEmails.includes(email)) {
      return refuse('This account is not on the list of organisers.');
    }
    if (!isOrganiser && !isEmailVerified) return refuse(UNVERIFIED, 'email-verification');
    const record = (await this.#records.find(email))?.record;
    if (record?.disabled) return refuse('This account is disabled. Ask another organiser.');
    return { identity: { subject, email, role: record?.role ?? 'admin', expiresMs } };
  }

  async verify(token: string): Promise<Identity | undefined> {
    const check = await this.check(token);
    return 'identity' in check ? check.identity : undefined;
  }
}

const UNVERIFIED =
  'This e-mail address is not verified yet: follow the link in the message from Firebase, then sign in again.';

function refuse(error: string, code?: ErrorCode): TokenCheck {
  return { refusal: { status: 403, error, ...(code ? { code } : {}) } };
}
