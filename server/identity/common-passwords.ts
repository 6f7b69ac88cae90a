import commonPasswordsText from './common-passwords.txt?raw';

const COMMON = new Set(commonPasswordsText.split('\n').filter((line) => line !== ''));

/** Whether a password is one of the long ones that are tried first, in whatever case it is written. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
