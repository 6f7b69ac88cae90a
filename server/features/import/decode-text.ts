import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { ByteEncoding } from '#shared/wire/import-mapping.ts';
import { markBytes } from './byte-encodings.ts';

export type TextEncoding = 'UTF-8' | 'UTF-16' | ByteEncoding;

export interface DecodedText {
  /** With each byte as {@link markBytes} has it where the encoding is not known. */
  readonly text: string;
  /** Undefined where the bytes do not tell: then a byte is a letter. */
  readonly encoding: 'UTF-8' | 'UTF-16' | undefined;
}

const SAVE_AS_CSV = 'Open it in a spreadsheet program and save it as “CSV (UTF-8)”.';

const EXPORT_AS_CSV = 'Where it comes from, choose “CSV” or “spreadsheet” as the kind of export.';

/** First bytes of the files that are taken for a CSV file, and what to call them. */
const OTHER_FORMATS: readonly (readonly [signature: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another zip file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
];

/** How texts begin that are no tables, and what to call them. */
const OTHER_TEXTS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^\s*\{\\rtf/i, 'a document with formatted text (RTF)'],
  [/^\s*"?(\{|\[\s*[[{])/, 'JSON'],
  [/^\s*<(!doctype|html|\?xml)/i, 'a web page or XML'],
];

/**
 * The text of a file a spreadsheet program wrote: UTF-8, UTF-16 with its mark,
 * else an encoding of one byte a letter. Fails for what is not text, with what to do about it.
 */
export function decodeText(bytes: Uint8Array): Result<DecodedText, string> {
  const decoded = decodeBytes(bytes);
  if (!decoded.ok) return decoded;
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
