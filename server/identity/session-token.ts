import { createHash, randomBytes } from 'node:crypto';

const TOKEN_FORM = /^[\w-]{43}$/;

/** A session's secret, 32 random bytes in base64url, and the name the session is kept under. */
export function createSessionToken(): { token: string; sessionId: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, sessionId: sha256(token) };
}

/**
 * The name under which the session of a token is kept, from which the token
 * cannot be told. Undefined for what is no token of ours.
 */
export function hashSessionToken(token: string): string | undefined {
  return TOKEN_FORM.test(token) ? sha256(token) : undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
