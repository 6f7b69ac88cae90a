import { isCommonPassword } from './common-passwords.ts';

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 128;
const UNTYPABLE = /[\p{Cc}\p{Cs}]/u;

/** Why a password cannot be taken, in a sentence; undefined when it can. Any composition will do. */
export function findPasswordFault(password: string, email: string): string | undefined {
  const { length } = Array.from(password.normalize('NFKC'));
  if (UNTYPABLE.test(password)) return 'A password cannot hold control characters.';
  if (length < MIN_CHARACTERS) return `A password needs at least ${MIN_CHARACTERS} characters.`;
  if (length > MAX_CHARACTERS) return `A password has at most ${MAX_CHARACTERS} characters.`;
  const isKnown = password.toLowerCase() === email || isCommonPassword(password);
  return isKnown
    ? 'This password is one of the first that anybody tries: take another.'
    : undefined;
}
