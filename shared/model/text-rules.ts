/** A text in its one spelling: composed (NFC), each run of white space one blank, none at the ends. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u;

/**
 * Why a text cannot be kept, to follow the name of its field (`is longer than
 * 100 characters`); undefined when it can. Control characters and halves of a
 * character that belongs in pairs are refused; every script, emoji and
 * direction mark is welcome.
 */
export function findTextFault(text: string, maxLength: number): string | undefined {
  const stray = UNSHOWABLE.exec(text)?.[0];
  if (stray !== undefined) {
    const code = stray.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `holds a character that cannot be shown (U+${code})`;
  }
  return text.length > maxLength ? `is longer than ${maxLength} characters` : undefined;
}

const QUOTED_LENGTH = 40;

/** What somebody wrote, fit to stand in one line of a message: in quotes, escaped and cut short. */
export function quoteGiven(text: string): string {
  const clean = cleanText(text);
  const shown = clean.length > QUOTED_LENGTH ? `${clean.slice(0, QUOTED_LENGTH)}…` : clean;
  return JSON.stringify(shown.toWellFormed());
}
