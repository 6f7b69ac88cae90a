import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { ByteEncoding } from '#shared/wire/import-mapping.ts';

/** Whether a text is XML, and no web page. */
export function isXml(text: string): boolean {
  return /^\s*<(\?xml\b|(\w+:)?EntryList\b)/.test(text);
}

export type TextEncoding = 'UTF-8' | 'UTF-16' | ByteEncoding;

export interface DecodedText {
  /** With each byte as in {@link markBytes} where the encoding is unknown. */
  readonly text: string;
  /** Undefined where the bytes do not tell: then a byte is a letter. */
  readonly encoding: 'UTF-8' | 'UTF-16' | undefined;
}

const SAVE_AS_CSV = 'Open it in a spreadsheet program and save it as “CSV (UTF-8)”.';

const EXPORT_AS_CSV = 'Where it comes from, choose “CSV” or “spreadsheet” as the kind of export.';

/** First bytes of files that are mistaken for a CSV file, and their names. */
const OTHER_FORMATS: readonly (readonly [signature: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another zip file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
];

/** Beginnings of texts that are no tables, and their names. */
const OTHER_TEXTS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^\s*\{\\rtf/i, 'a document with formatted text (RTF)'],
  [/^\s*"?(\{|\[\s*[[{])/, 'JSON'],
  [/^\s*<(!doctype|html)/i, 'a web page'],
];

/**
 * The text of a file from a spreadsheet program: UTF-8, UTF-16 with its mark, else an encoding of
 * one byte a letter; or XML. Fails for a file that is not text, with what to do about it.
 */
export function decodeText(bytes: Uint8Array): Result<DecodedText, string> {
  const decoded = decodeBytes(bytes);
  if (!decoded.ok || isXml(decoded.value.text)) return decoded;
  const other = OTHER_TEXTS.find(([start]) => start.test(decoded.value.text));
  return other ? err(`This is ${other[1]}, not a table. ${EXPORT_AS_CSV}`) : decoded;
}

function decodeBytes(bytes: Uint8Array): Result<DecodedText, string> {
  const other = OTHER_FORMATS.find(([signature]) => startsWith(bytes, signature));
  if (other) return err(`This is ${other[1]}, not text. ${SAVE_AS_CSV}`);
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return decodeStrictly(bytes, 'utf-8', 'UTF-8');
  if (startsWith(bytes, [0xff, 0xfe])) return decodeStrictly(bytes, 'utf-16le', 'UTF-16');
  if (startsWith(bytes, [0xfe, 0xff])) return decodeStrictly(bytes, 'utf-16be', 'UTF-16');
  if (bytes.includes(0)) return err(`This file is not text. ${SAVE_AS_CSV}`);
  const utf8 = decodeStrictly(bytes, 'utf-8', 'UTF-8');
  return utf8.ok ? utf8 : ok({ text: markBytes(bytes), encoding: undefined });
}

function decodeStrictly(
  bytes: Uint8Array,
  label: string,
  encoding: 'UTF-8' | 'UTF-16',
): Result<DecodedText, string> {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    if (text.includes('\0')) return err(`This file is not text. ${SAVE_AS_CSV}`);
    return ok({ text, encoding });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return err(`The file says it is ${encoding} but is not, perhaps cut off. ${SAVE_AS_CSV}`);
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

const NAMES: Readonly<Record<ByteEncoding, string>> = {
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'iso-8859-15': 'ISO 8859-15',
  'iso-8859-14': 'ISO 8859-14',
  macintosh: 'Mac Roman',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
};

export function nameEncoding(encoding: ByteEncoding): string {
  return NAMES[encoding];
}

/** The first of the private characters that represent bytes from 0x80 on until their meaning is known. */
const MARKS_FROM = 0xe000;
const MARK = /[\uE080-\uE0FF]/g;

/** Whether a text has bytes of unknown meaning. */
export function hasMarks(text: string): boolean {
  return text.search(MARK) !== -1;
}

/** A text in which each byte is a character: ASCII unchanged, the others for {@link readMarked}. */
function markBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00FF]/g, (char) => String.fromCharCode(MARKS_FROM + char.charCodeAt(0)));
}

/** The text in an encoding. A byte without a meaning becomes a control character, which no name contains. */
export function readMarked(text: string, encoding: ByteEncoding): string {
  const upper = listUpper(encoding);
  return text.replaceAll(MARK, (char) => upper[char.charCodeAt(0) - MARKS_FROM - 0x80] ?? char);
}

/** The characters of the bytes 0x80 to 0x9F in Windows-1252; every other byte is its own code point. */
const WINDOWS_1252_UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const UPPER_BYTES = Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
const known = new Map<ByteEncoding, readonly string[]>();

/** The characters of the bytes from 0x80 on. */
function listUpper(encoding: ByteEncoding): readonly string[] {
  const found = known.get(encoding) ?? decodeUpper(encoding);
  known.set(encoding, found);
  return found;
}

function decodeUpper(encoding: ByteEncoding): readonly string[] {
  // By table, since the `windows-1252` of TextDecoder in Node 20 reads these bytes as Latin-1.
  if (encoding === 'windows-1252') {
    return Array.from(
      UPPER_BYTES,
      (byte) => WINDOWS_1252_UPPER[byte - 0x80] ?? String.fromCharCode(byte),
    );
  }
  const text = new TextDecoder(encoding).decode(UPPER_BYTES);
  return Array.from(UPPER_BYTES, (byte, index) => {
    const char = text[index] ?? '\uFFFD';
    return char === '\uFFFD' ? String.fromCharCode(byte) : char;
  });
}
