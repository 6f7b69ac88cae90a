import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { Secret, TOTP } from 'otpauth';

import type {
  OrganiserRecord,
  OrganiserRecords,
  SecondFactorRecord,
  StoredOrganiser,
} from '#server/store/organiser-records.ts';
import type { EpochMs } from '#shared/model/time.ts';

import type { LoginAttempt, LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './passwords.ts';
import { Refusal } from '#server/system/refusal.ts';
import { missingCode, signedOut, wrongCode } from './account-refusals.ts';

const ISSUER = 'Splitcast';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const SECRET_FORM = /^[A-Z2-7]{32}$/;
const CODE_FORM = /^\d{6}$/;
/** Accepts codes one step of 30 s early or late. */
const WINDOW = 1;

export function createSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Whether a text has the form of {@link createSecret}. */
export function isSecret(text: string): boolean {
  return SECRET_FORM.test(text);
}

/** The text of the QR code: `otpauth://totp/…`. */
export function presentSecretUri(secret: string, email: string): string {
  return createTotp(secret, email).toString();
}

/** The step of 30 s of a code, or undefined for a wrong one. */
function findCodeStep(secret: string, code: string, nowMs: EpochMs): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE_FORM.test(token)) return undefined;
  const totp = createTotp(secret);
  const delta = totp.validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}

function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const IV_BYTES = 12;

/** Encrypts with a key derived from the password by argon2id. */
async function sealWithPassword(
  hasher: PasswordHasher,
  password: string,
  text: string,
): Promise<string> {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)];
  const cipher = createCipheriv(CIPHER, await hasher.deriveKey(password, salt), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [salt, iv, cipher.getAuthTag(), sealed];
  return parts.map((part) => part.toString('base64url')).join('.');
}

/** The inverse of {@link sealWithPassword}; undefined with another password or an invalid text. */
async function openWithPassword(
  hasher: PasswordHasher,
  password: string,
  sealed: string,
): Promise<string | undefined> {
  const [salt, iv, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!salt || !iv || !tag || !text) return undefined;
  const key = await hasher.deriveKey(password, salt);
  try {
    const decipher = createDecipheriv(CIPHER, key, iv);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString();
  } catch {
    // The tag is wrong: another password.
    return undefined;
  }
}

/** The owner of an account, whose password was just proved. */
export interface ProvedOwner extends Omit<LoginAttempt, 'email'> {
  readonly organiser: StoredOrganiser;
  readonly password: string;
  readonly isSigningIn: boolean;
}

/** Counts and logs a failed sign-in; `account` is undefined if unknown. */
export type NoteFailure = (account: string | undefined, address: string) => void;

interface SecondFactorParts {
  readonly organisers: OrganiserRecords;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly noteFailure: NoteFailure;
  readonly now: () => EpochMs;
}

/** Returns the next state of an account; undefined to leave it. */
type Edit = (
  record: OrganiserRecord,
) => Promise<{ readonly after: OrganiserRecord; readonly action: string } | undefined>;

/**
 * Codes of authenticator apps. The secret is encrypted with the password, which is available whenever a code is checked,
 * so that the content of Redis is not enough to make codes.
 */
export class SecondFactors {
  readonly #parts: SecondFactorParts;

  constructor(parts: SecondFactorParts) {
    this.#parts = parts;
  }

  /** Checks and uses up a code, if the account needs one, and returns the account. @throws {Refusal} */
  async pass(owner: ProvedOwner, code: string): Promise<StoredOrganiser> {
    const { organiser, password, address, isSigningIn } = owner;
    const { email, secondFactor } = organiser.record;
    if (!secondFactor) return organiser;
    if (code.trim() === '') throw missingCode(isSigningIn);
    // Counted apart from passwords, since a right password must not reset wrong codes.
    const known = `code ${owner.known ?? email}`;
    const passed = await this.#parts.throttle.attempt({ email, address, known }, async () => {
      const used = await this.#edit(organiser, (record) => this.#use(record, password, code));
      if (!used) this.#parts.noteFailure(email, address);
      return used;
    });
    if (!passed) throw wrongCode(isSigningIn);
    return passed;
  }

  /** Turns codes on; `code` proves that the app has the secret. Ends all sessions of the account. @throws {Refusal} */
  async enrol(owner: ProvedOwner, secret: string, code: string): Promise<StoredOrganiser> {
    const { organiser, password } = owner;
    if (organiser.record.secondFactor) throw alreadyEnrolled();
    const lastStep = findCodeStep(secret, code, this.#parts.now());
    if (lastStep === undefined) throw wrongCode(false);
    const secondFactor: SecondFactorRecord = {
      sealedSecret: await sealWithPassword(this.#parts.hasher, password, secret),
      lastStep,
    };
    const enrolled = await this.#edit(organiser, async (record) => {
      if (record.secondFactor) throw alreadyEnrolled();
      const after = { ...record, secondFactor, generation: record.generation + 1 };
      return { after, action: 'organiser-codes-on' };
    });
    if (!enrolled) throw signedOut();
    return enrolled;
  }

  /** Turns codes off and ends all sessions; undefined if the account has been disabled or reset. */
  async remove(organiser: StoredOrganiser): Promise<StoredOrganiser | undefined> {
    if (!organiser.record.secondFactor) return organiser;
    return this.#edit(organiser, (record) =>
      Promise.resolve({
        after: { ...record, secondFactor: undefined, generation: record.generation + 1 },
        action: 'organiser-codes-off',
      }),
    );
  }

  /** The second factor encrypted with another password. */
  async reseal(
    { secondFactor }: OrganiserRecord,
    password: string,
    newPassword: string,
  ): Promise<SecondFactorRecord | undefined> {
    if (!secondFactor) return undefined;
    const { hasher } = this.#parts;
    const secret = await openWithPassword(hasher, password, secondFactor.sealedSecret);
    // Leave an unreadable secret: only a reset removes the second factor.
    if (secret === undefined) return secondFactor;
    return { ...secondFactor, sealedSecret: await sealWithPassword(hasher, newPassword, secret) };
  }

  /** Edits the account; undefined if `edit` returns nothing, or the account has been disabled or reset. */
  async #edit(from: StoredOrganiser, edit: Edit): Promise<StoredOrganiser | undefined> {
    const { email, generation } = from.record;
    const { organisers } = this.#parts;
    let before: StoredOrganiser | undefined = from;
    while (before && !before.record.disabled && before.record.generation === generation) {
      const edited = await edit(before.record);
      if (!edited) return undefined;
      const { after, action } = edited;
      // Of two simultaneous uses of a code the second edit finds it used.
      const isDone = await organisers.commit({ before, after, by: email, action });
      if (isDone) return { text: JSON.stringify(after), record: after };
      before = await organisers.find(email);
    }
    return undefined;
  }

  async #use(record: OrganiserRecord, password: string, code: string): ReturnType<Edit> {
    const { secondFactor } = record;
    if (!secondFactor) return undefined;
    const { sealedSecret, lastStep } = secondFactor;
    const secret = await openWithPassword(this.#parts.hasher, password, sealedSecret);
    const step = secret === undefined ? undefined : findCodeStep(secret, code, this.#parts.now());
    if (step === undefined || step <= lastStep) return undefined;
    const after = { ...record, secondFactor: { ...secondFactor, lastStep: step } };
    return { after, action: 'organiser-code' };
  }
}

function alreadyEnrolled(): Refusal {
  return new Refusal(409, 'This account already asks for codes. Turn them off first.');
}
