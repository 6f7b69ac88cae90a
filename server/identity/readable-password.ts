import { randomInt } from 'node:crypto';

/** No letter or digit that is taken for another one when it is read out or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A password to be read from a screen and typed: `k7mq-3fxt-9hwp-2nbr`, of 79 random bits. */
export function createReadablePassword(): string {
  return Array.from({ length: GROUPS }, createGroup).join('-');
}

function createGroup(): string {
  const letters = Array.from({ length: GROUP_LENGTH }, () => randomInt(ALPHABET.length));
  return letters.map((index) => ALPHABET.charAt(index)).join('');
}
