/** A text as it was before one of its bits flipped: `byte` stands between the others, in the place of another. */
export interface CorrectedText {
  readonly before: string;
  readonly byte: string;
  readonly after: string;
}

/** What a byte that is no text became when it was read. */
const NO_TEXT = '\uFFFD';
const LONGEST = 4_000;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code));

/** The letters of ASCII that one flipped bit makes of one, or that it may have been. */
function neighboursOf(letter: string): readonly string[] {
  if (letter === NO_TEXT) return ASCII;
  const code = letter.charCodeAt(0);
  if (code >= ASCII.length) return [];
  return Array.from({ length: 7 }, (_, bit) => ASCII[code ^ (1 << bit)] ?? '');
}

/**
 * Finds which flipped bit a text is unreadable by: the only one that makes it a whole record again. Where one bit has flipped,
 * that is how it was. Undefined where there are several or none.
 */
export function correctFlippedBit(
  text: string,
  isWhole: (text: string) => boolean,
): CorrectedText | undefined {
  if (text.length > LONGEST) return undefined;
  let found: CorrectedText | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    for (const byte of neighboursOf(text[at] ?? '')) {
      if (!isWhole(before + byte + after)) continue;
      if (found) return undefined;
      found = { before, byte, after };
    }
  }
  return found;
}
