import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { EpochMs } from '#shared/model/time.ts';
import { createReadablePassword } from './passwords.ts';

const ISSUER = 'Splitcast';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const SECRET_FORM = /^[A-Z2-7]{32}$/;
const CODE_FORM = /^\d{6}$/;
/** Clocks may be one step of 30 s apart, either way. */
const WINDOW = 1;
const RECOVERY_CODES = 10;

/** A new secret, in base32. */
export function createSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Whether a text is a secret as {@link createSecret} makes them. */
export function isSecret(text: string): boolean {
  return SECRET_FORM.test(text);
}

/** The QR code text for an authenticator app: `otpauth://totp/…`. */
export function presentSecretUri(secret: string, email: string): string {
  return createTotp(secret, email).toString();
}

/** The step of 30 s that a code belongs to, within one of `nowMs`; undefined for none. */
export function findCodeStep(secret: string, code: string, nowMs: EpochMs): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE_FORM.test(token)) return undefined;
  const totp = createTotp(secret);
  const delta = totp.validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}

function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}

/** One-time codes for when the app is lost, of 79 random bits each. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, createReadablePassword);
}

/** The kept form of a recovery code, in hexadecimals; case, blanks and hyphens do not count. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(letters).digest('hex');
}
