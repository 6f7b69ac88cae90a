import { compose } from './text-rules.ts';

const MAX_EMAIL_LENGTH = 254;
/** No blanks or invisible characters, so that addresses that look the same are the same. */
const EMAIL_FORM = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** Parses an e-mail address into its normal form: composed, in lower case. Undefined for an invalid one. */
export function parseEmail(text: string): string | undefined {
  const email = compose(text.trim()).toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && EMAIL_FORM.test(email) ? email : undefined;
}
