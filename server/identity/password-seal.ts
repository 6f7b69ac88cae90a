import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { HashCost, PasswordHasher } from './passwords.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
/** The parameters of argon2, the salt, and the nonce with the tag and the text, in base64url. */
const FORM = /^(\d+)\.(\d+)\.(\d+)\.([\w-]{22})\.([\w-]{38,})$/;

/** A text that only the password opens, under a key that argon2id makes of it. */
export async function sealWithPassword(
  hasher: PasswordHasher,
  password: string,
  text: string,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { cost } = hasher;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await hasher.deriveKey(password, salt, cost), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const box = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  const { memoryCost, timeCost, parallelism } = cost;
  return [memoryCost, timeCost, parallelism, salt.toString('base64url'), box].join('.');
}

/** What {@link sealWithPassword} was given; undefined with another password, and for what it did not make. */
export async function openWithPassword(
  hasher: PasswordHasher,
  password: string,
  sealed: string,
): Promise<string | undefined> {
  const [, memoryCost, timeCost, parallelism, salt = '', box = ''] = FORM.exec(sealed) ?? [];
  if (box === '') return undefined;
  const cost: HashCost = {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
  };
  const key = await hasher.deriveKey(password, Buffer.from(salt, 'base64url'), cost);
  const bytes = Buffer.from(box, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    // The tag does not fit: it was sealed with another password.
    return undefined;
  }
}
