import {
  BYTE_ENCODINGS,
  type ByteEncoding,
  type EncodingReading,
} from '#shared/wire/import-mapping.ts';
import { readMarked } from './decode-text.ts';

/** How the letters of a file are read, and what else they may be. */
export interface JudgedReadings {
  /** Undefined where several are as likely: somebody has to say it. */
  readonly encoding: ByteEncoding | undefined;
  /** Those under which names come out differently; empty where that is one alone. */
  readonly encodings: readonly EncodingReading[];
}

/** Letters beyond ASCII by which the names of a language are written, in small ones. */
const ALPHABETS: readonly ReadonlySet<string>[] = [
  // Welsh, Irish and Gaelic
  'àáâäèéêëìíîïòóôöùúûüẁẃŵẅỳýŷÿ',
  // French and Breton
  'àâäæçéèêëîïôöœùûüÿñ',
  // German
  'äöüßéà',
  // Dutch
  'áéèíóúëïöü',
  // Spanish, Catalan, Basque
  'áéíóúüñàèòïç',
  // Portuguese
  'áâãàçéêíóôõúü',
  // Italian
  'àèéìíîòóùú',
  // Danish, Norwegian, Swedish
  'åäöæøéü',
  // Icelandic, Faroese
  'áéíóúýþæöðø',
  // Finnish, Estonian
  'äöåõüšž',
  // Czech
  'áčďéěíňóřšťúůýž',
  // Slovak
  'áäčďéíĺľňóôŕšťúýž',
  // Polish
  'ąćęłńóśźż',
  // Hungarian
  'áéíóöőúüű',
  // Croatian, Slovene
  'čćđšž',
  // Romanian
  'ăâîşţșț',
  // Russian, Bulgarian
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  // Ukrainian
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  // Serbian, Macedonian
  'абвгдѓђежзѕијкќлљмнњопрстћуфхцчџш',
  // Greek
  'αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ',
].map((letters) => new Set(letters));

const MOST_SHOWN = 6;

interface Candidate {
  readonly encoding: ByteEncoding;
  readonly names: readonly string[];
}

/**
 * Judges by names and clubs, as `markBytes` has them, what their bytes are (IMPORT.md IM44): readings
 * that make no names of them fall out, then those whose words are of no language, then those that need
 * several languages for all of them. What is said goes before all that.
 */
export function judgeReadings(
  marked: readonly string[],
  said: ByteEncoding | undefined,
): JudgedReadings {
  const read = (encoding: ByteEncoding): Candidate => ({
    encoding,
    names: marked.map((name) => readMarked(name, encoding)),
  });
  // What is said stands for all that read the names as it does.
  const order = said ? [said, ...BYTE_ENCODINGS.filter((each) => each !== said)] : BYTE_ENCODINGS;
  const possible = listDistinct(
    order.map(read).filter(({ encoding, names }) => encoding === said || names.every(isNames)),
  ).toSorted((a, b) => BYTE_ENCODINGS.indexOf(a.encoding) - BYTE_ENCODINGS.indexOf(b.encoding));
  const encoding = said ?? chooseLikeliest(possible);
  if (possible.length < 2) return { encoding, encodings: [] };
  const differing = marked.flatMap((_, index) =>
    new Set(possible.map(({ names }) => names[index])).size > 1 ? [index] : [],
  );
  return {
    encoding,
    encodings: possible.map((each) => ({
      encoding: each.encoding,
      names: differing.slice(0, MOST_SHOWN).map((index) => each.names[index] ?? ''),
      isUsed: each.encoding === encoding,
    })),
  };
}

function chooseLikeliest(possible: readonly Candidate[]): ByteEncoding | undefined {
  // No reading makes names of them: the usual one, which the note tells.
  if (possible.length === 0) return 'windows-1252';
  const known = possible.filter(({ names }) =>
    listWords(names).every((word) => isOfOneLanguage([word])),
  );
  const left = known.length > 0 ? known : possible;
  if (left.length === 1) return left[0]?.encoding;
  const single = left.filter(({ names }) => isOfOneLanguage(listWords(names)));
  return single.length === 1 ? single[0]?.encoding : undefined;
}

/** Of those that read all names the same the first. */
function listDistinct(candidates: readonly Candidate[]): readonly Candidate[] {
  const byText = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const text = candidate.names.join('\n');
    if (!byText.has(text)) byText.set(text, candidate);
  }
  return [...byText.values()];
}

const NAME_MARKS = /[’‘´–]/;
/** A capital inside a word beside a letter that ASCII does not have: `OíBrien`, `SiÂn`, `OŽBrien`. */
const ODD_CAPITAL = /\p{Ll}\p{Lu}/gu;

/** Whether the characters beyond ASCII make names. */
function isNames(text: string): boolean {
  for (const char of text) {
    if (char > '\u007F' && !/\p{L}/u.test(char) && !NAME_MARKS.test(char)) return false;
  }
  return listWords([text]).every(isWord);
}

function isWord(word: string): boolean {
  if (/\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) {
    return false;
  }
  // An apostrophe of Windows is this letter on a Mac.
  if (/\p{L}ís$/u.test(word)) return false;
  if (/\p{Ll}/u.test(word) && /\p{L}(?!\p{ASCII})\p{Lu}/u.test(word)) return false;
  return [...word.matchAll(ODD_CAPITAL)].every(([pair]) => /^\p{ASCII}+$/u.test(pair));
}

/** The words that have letters beyond ASCII. */
function listWords(names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    (name.match(/\p{L}+/gu) ?? []).filter((word) => /[^\p{ASCII}]/u.test(word)),
  );
}

function isOfOneLanguage(words: readonly string[]): boolean {
  const letters = new Set(
    words
      .join('')
      .toLowerCase()
      .replaceAll(/\p{ASCII}/gu, ''),
  );
  return ALPHABETS.some((alphabet) => [...letters].every((letter) => alphabet.has(letter)));
}
