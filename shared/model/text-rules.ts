/** Names and clubs have 200 characters at most, and no character is composed of more than four. */
const LONGEST_COMPOSED = 4 * 200;

/**
 * A text composed (NFC), so that equal texts are identical. Composing takes time quadratic in the marks on a letter; a
 * text longer than any valid one is left as it is, to be refused later.
 */
function compose(text: string): string {
  return text.length > LONGEST_COMPOSED ? text : text.normalize('NFC');
}

/** Anything except blanks of all kinds, fillers, marks without a letter and invisible control characters. */
const SHOWN = /[^\p{Z}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A text in its normal form: composed (NFC), each run of white space one blank, none at the ends. Empty when it would
 * show nothing.
 */
export function cleanText(text: string): string {
  const line = writeInLine(text);
  return SHOWN.test(line) ? line : '';
}

function writeInLine(text: string): string {
  return compose(text.replaceAll(/\s+/g, ' ').trim());
}

/** One key for spellings that people mix up: capitals, blanks, underscores and dashes. */
export function spellingKey(text: string): string {
  return compose(text.replaceAll(/[\s_\p{Pd}]/gu, '')).toLowerCase();
}

const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
/** Embeddings, overrides and isolates: each reorders what follows, also beyond the end of the text. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Why a text cannot be kept, to follow the name of its field (`is longer than 100 characters`); undefined when it can.
 * Refuses control characters, lone surrogates, noncharacters and characters that reorder the text around them; every
 * script, emoji, joiner and direction mark is allowed.
 */
export function findTextFault(text: string, maxLength: number): string | undefined {
  const unshowable = UNSHOWABLE.exec(text)?.[0];
  if (unshowable !== undefined) {
    return `contains a character that cannot be shown (${nameCode(unshowable)})`;
  }
  const turning = TURNING.exec(text)?.[0];
  if (turning !== undefined) {
    return `contains a character that turns the text around it (${nameCode(turning)})`;
  }
  return text.length > maxLength ? `is longer than ${maxLength} characters` : undefined;
}

function nameCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const QUOTED_LENGTH = 40;

/** Somebody's text for one line of a message: in quotes, escaped and shortened. */
export function quoteGiven(text: string): string {
  const line = writeInLine(text.slice(0, LONGEST_COMPOSED));
  const shown = line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH)}…` : line;
  return escapeText(JSON.stringify(shown.toWellFormed()));
}

/** Control characters and {@link TURNING}: a terminal obeys them instead of showing them. */
const ACTING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text that may contain somebody's input, for a terminal: characters that would act there are escaped. */
export function escapeText(text: string): string {
  return text.replaceAll(
    ACTING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const MAX_EMAIL_LENGTH = 254;
/** No blanks or invisible characters, so that addresses that look the same are the same. */
const EMAIL_FORM = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** Parses an e-mail address into its normal form: composed, in lower case. Undefined for an invalid one. */
export function parseEmail(text: string): string | undefined {
  const email = compose(text.trim()).toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && EMAIL_FORM.test(email) ? email : undefined;
}
