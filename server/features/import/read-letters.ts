import { quoteGiven } from '#shared/model/text-rules.ts';
import {
  BYTE_ENCODINGS,
  type ByteEncoding,
  type EncodingReading,
} from '#shared/wire/import-mapping.ts';
import {
  type DecodedText,
  hasMarks,
  nameEncoding,
  readMarked,
  type TextEncoding,
} from './decode-text.ts';
import type { ImportField } from './column-names.ts';
import { FaultList } from './import-outcome.ts';
import type { ReadingMap } from './parse-mapping.ts';
import { readTable } from './read-table.ts';
import { findPositions, recogniseHeader } from './recognise-header.ts';

export interface ReadLetters {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Between which somebody can choose. */
  readonly encodings: readonly EncodingReading[];
  /** Why nothing can be imported before they have. */
  readonly fault?: string;
}

/**
 * Reads the letters of a file, by the names in it where its bytes do not tell what they are (IMPORT.md IM44).
 * Where these leave it open, Windows-1252 is what a file is that is no UTF-8; who looks at a preview is asked.
 */
export async function readLetters(
  { text, encoding }: DecodedText,
  mapping: ReadingMap,
  isPreview: boolean,
): Promise<ReadLetters> {
  if (encoding !== undefined) return { text, encoding, encodings: [] };
  const judged = judgeReadings(await collectNames(text, mapping), mapping.encoding);
  const { encodings } = judged;
  const used = judged.encoding ?? encodings[0]?.encoding ?? BYTE_ENCODINGS[0];
  const read = { text: readMarked(text, used), encoding: used, encodings };
  const isFault = isEncodingOpen(encodings) && (isPreview || used !== 'windows-1252');
  return isFault ? { ...read, fault: describeOpenEncoding(encodings) } : read;
}

/** Whether names come out differently and nothing tells which are meant. */
export function isEncodingOpen(encodings: readonly EncodingReading[]): boolean {
  return encodings.length > 0 && !encodings.some(({ isUsed }) => isUsed);
}

/** `“Hélène” in Windows-1252, “Hélčne” in Windows-1250`. */
export function describeOpenEncoding(encodings: readonly EncodingReading[]): string {
  const readings = encodings.map(
    ({ encoding, names }) => `${quoteGiven(names[0] ?? '')} in ${nameEncoding(encoding)}`,
  );
  return `The file does not tell how its letters are written, and names come out differently: ${readings.join(', ')}. Say which it is, or save the file as “CSV UTF-8”.`;
}

/** So many different names tell what a file is written in. */
const MOST_NAMES = 2_000;
const MOST_LETTERS = 200;
const NAME_FIELDS: readonly ImportField[] = ['firstName', 'lastName', 'fullName', 'runClub'];

/** The distinct names and clubs with bytes whose meaning is open, marked as `markBytes` does. */
async function collectNames(marked: string, mapping: ReadingMap): Promise<readonly string[]> {
  const names = new Set<string>();
  let positions: readonly number[] = [];
  await readTable(marked, {
    onTitle: () => undefined,
    onHeader({ line, cells }) {
      const header = {
        line,
        cells: cells.map((cell) => readMarked(cell, mapping.encoding ?? BYTE_ENCODINGS[0])),
      };
      const found = findPositions(
        recogniseHeader(header, { mapping, isMerge: false }, new FaultList()),
      );
      positions = NAME_FIELDS.map((field) => found[field]).filter((position) => position !== -1);
      return positions.length > 0;
    },
    onRow({ cells }) {
      for (const position of positions) {
        const name = cells[position] ?? '';
        if (hasMarks(name)) names.add(name.slice(0, MOST_LETTERS));
      }
      return names.size < MOST_NAMES;
    },
  });
  return [...names];
}

/** How the letters of a file are read, and what else they may be. */
interface JudgedReadings {
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
function judgeReadings(marked: readonly string[], said: ByteEncoding | undefined): JudgedReadings {
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

/** The first of each group of candidates that read all names alike. */
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
