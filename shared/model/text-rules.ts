/** A text in its one spelling: composed (NFC), each run of white space one blank, none at the ends. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u;
/** Embeddings, overrides and isolates: each reorders what follows, past the end of the text too. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
const EACH_TURNING = new RegExp(TURNING, 'g');

/**
 * Why a text cannot be kept, to follow the name of its field (`is longer than
 * 100 characters`); undefined when it can. Control characters, halves of a
 * character that belongs in pairs and characters that turn the text around
 * them are refused; every script, emoji, joiner and direction mark is welcome.
 */
export function findTextFault(text: string, maxLength: number): string | undefined {
  const unshowable = UNSHOWABLE.exec(text)?.[0];
  if (unshowable !== undefined) {
    return `holds a character that cannot be shown (${nameCode(unshowable)})`;
  }
  const turning = TURNING.exec(text)?.[0];
  if (turning !== undefined) {
    return `holds a character that turns the text around it (${nameCode(turning)})`;
  }
  return text.length > maxLength ? `is longer than ${maxLength} characters` : undefined;
}

function nameCode(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const QUOTED_LENGTH = 40;

/** What somebody wrote, fit to stand in one line of a message: in quotes, escaped and cut short. */
export function quoteGiven(text: string): string {
  const clean = cleanText(text);
  const shown = clean.length > QUOTED_LENGTH ? `${clean.slice(0, QUOTED_LENGTH)}…` : clean;
  return JSON.stringify(shown.toWellFormed()).replaceAll(EACH_TURNING, escapeCode);
}

function escapeCode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
