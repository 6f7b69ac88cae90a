import iconv from 'iconv-lite';

import { err, ok, type Result } from '#shared/model/outcome.ts';
import { BYTE_ENCODINGS, type ByteEncoding, MAX_UPLOAD_BYTES } from '#shared/wire/import-api.ts';

const SAVE_AS_CSV = 'Open it in a spreadsheet program and save it as “CSV (UTF-8)”.';

const EXPORT_AS_CSV = 'Export it again as “CSV” or “spreadsheet”.';

const OTHER_FORMATS: readonly (readonly [signature: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another zip file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
];

const OTHER_TEXTS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^\s*\{\\rtf/i, 'a document with formatted text (RTF)'],
  [/^\s*"?(\{|\[\s*[[{])/, 'JSON'],
  [/^\s*<(!doctype|html)/i, 'a web page'],
  [/^\s*<\?xml\b/, 'XML'],
];

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or otherwise the chosen single-byte encoding, by default Windows-1252
 * (IMPORT.md IM44). The error for a file that isn't text includes the remedy.
 */
export function decodeText(bytes: Uint8Array, chosen?: ByteEncoding): Result<DecodedText, string> {
  if (bytes.length > MAX_UPLOAD_BYTES.runners) {
    const megabytes = (bytes.length / 1024 / 1024).toFixed(1);
    return err(`The file is too large: it has ${megabytes} MB, and may have 10 MB at most.`);
  }
  const decoded = decodeBytes(bytes, chosen);
  if (!decoded.ok) return decoded;
  const other = OTHER_TEXTS.find(([start]) => start.test(decoded.value.text));
  return other ? err(`This is ${other[1]}, not a table. ${EXPORT_AS_CSV}`) : decoded;
}

function decodeBytes(
  bytes: Uint8Array,
  chosen: ByteEncoding = BYTE_ENCODINGS[0],
): Result<DecodedText, string> {
  const other = OTHER_FORMATS.find(([signature]) => startsWith(bytes, signature));
  if (other) return err(`This is ${other[1]}, not text. ${SAVE_AS_CSV}`);
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return decodeStrictly(bytes, 'utf-8', 'UTF-8');
  if (startsWith(bytes, [0xff, 0xfe])) return decodeStrictly(bytes, 'utf-16le', 'UTF-16');
  if (startsWith(bytes, [0xfe, 0xff])) return decodeStrictly(bytes, 'utf-16be', 'UTF-16');
  if (bytes.includes(0)) return err(`This file is not text. ${SAVE_AS_CSV}`);
  const utf8 = decodeStrictly(bytes, 'utf-8', 'UTF-8');
  if (utf8.ok) return utf8;
  return ok({ text: iconv.decode(Buffer.from(bytes), chosen), encoding: chosen });
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
    return err(
      `The file is marked as ${encoding} but is not valid, perhaps cut off. ${SAVE_AS_CSV}`,
    );
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** `UTF-8` and `UTF-16` are certain; any other is the chosen or the default one. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | ByteEncoding;

interface DecodedText {
  readonly encoding: TextEncoding;
  readonly text: string;
}
