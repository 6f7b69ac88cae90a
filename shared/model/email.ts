import { compose } from './text-rules.ts';

const MAX_EMAIL_LENGTH = 254;
/** Neither blanks nor anything that is not seen, so that two addresses that look alike are alike. */
const EMAIL_FORM = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** Reads an e-mail address in its one spelling: composed, in lower case. Undefined for what is none. */
export function parseEmail(text: string): string | undefined {
  const email = compose(text.trim()).toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && EMAIL_FORM.test(email) ? email : undefined;
}
