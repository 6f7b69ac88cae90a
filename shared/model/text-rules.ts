/** Names have 200 characters at most, and no character is composed of more than four. */
const LONGEST_COMPOSED = 4 * 200;

/** Composes a text (NFC). That takes quadratic time, so texts too long to be valid stay as they are. */
function compose(text: string): string {
  return text.length > LONGEST_COMPOSED ? text : text.normalize('NFC');
}

/** Anything but blanks, fillers, marks without a letter and invisible characters. */
const SHOWN = /[^\p{Z}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Normalises a text: composed (NFC), single blanks, trimmed; empty if nothing is visible. */
export function cleanText(text: string): string {
  const line = writeInLine(text);
  return SHOWN.test(line) ? line : '';
}

function writeInLine(text: string): string {
  return compose(text.replaceAll(/\s+/g, ' ').trim());
}

/** A key that ignores capitals, blanks, underscores and dashes. */
export function spellingKey(text: string): string {
  return compose(text.replaceAll(/[\s_\p{Pd}]/gu, '')).toLowerCase();
}

/**
 * Control characters, lone surrogates and noncharacters cannot be shown; embeddings, overrides and isolates reorder the
 * text after them, even beyond their own text.
 */
const UNUSABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Why a text is invalid, to follow the name of its field (`is longer than 100 characters`). Every script, emoji, joiner
 * and direction mark is allowed.
 */
export function findTextFault(text: string, maxLength: number): string | undefined {
  const unusable = UNUSABLE.exec(text)?.[0];
  if (unusable !== undefined) {
    return `contains a character that cannot be used (${nameCode(unusable)})`;
  }
  return text.length > maxLength ? `is longer than ${maxLength} characters` : undefined;
}

function nameCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const QUOTED_LENGTH = 40;

/** Quotes a given text for one line of a message, escaped and shortened. */
export function quoteGiven(text: string): string {
  const line = writeInLine(text.slice(0, LONGEST_COMPOSED));
  const shown = line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH)}…` : line;
  return escapeText(JSON.stringify(shown.toWellFormed()));
}

/** Characters that a terminal would execute. */
const ACTING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes a text that may contain user input, for a terminal. */
export function escapeText(text: string): string {
  return text.replaceAll(
    ACTING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const MAX_EMAIL_LENGTH = 254;
/** Without blanks or invisible characters, so that addresses that look equal are equal. */
const EMAIL_FORM = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** Normalises an e-mail address; undefined if invalid. */
export function parseEmail(text: string): string | undefined {
  const email = compose(text.trim()).toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && EMAIL_FORM.test(email) ? email : undefined;
}
