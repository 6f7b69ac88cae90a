import { isUtf8 } from 'node:buffer';

import iconv from 'iconv-lite';

import { err, ok, type Result } from '#shared/model/outcome.ts';
import { BYTE_ENCODINGS, type ByteEncoding, MAX_UPLOAD_BYTES } from '#shared/wire/import-api.ts';

/** `UTF-8` and `UTF-16` are certain; any other is the chosen or the default one. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | ByteEncoding;

interface DecodedText {
  readonly encoding: TextEncoding;
  readonly text: string;
}

/** A workbook, an archive, a picture, or UTF-16 without a mark; or the beginning of JSON, RTF, XML or a web page. */
const NO_TABLE = /\0|^\s*"?(?:\{|\[\s*[[{]|<)/;

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or otherwise the chosen single-byte encoding, by default Windows-1252
 * (IMPORT.md IM44). The error for a file that isn't a table includes the remedy.
 */
export function decodeText(
  bytes: Uint8Array,
  chosen: ByteEncoding = BYTE_ENCODINGS[0],
): Result<DecodedText, string> {
  if (bytes.length > MAX_UPLOAD_BYTES.runners) {
    const megabytes = (bytes.length / 1024 / 1024).toFixed(1);
    return err(`The file is too large: it has ${megabytes} MB, and may have 10 MB at most.`);
  }
  const encoding = detectEncoding(bytes) ?? chosen;
  const text = iconv.decode(Buffer.from(bytes), encoding);
  return NO_TABLE.test(text)
    ? err(
        'This file is not a table. Open it in a spreadsheet program and save it as “CSV (UTF-8)”, or export it again as CSV.',
      )
    : ok({ text, encoding });
}

function detectEncoding(bytes: Uint8Array): 'UTF-8' | 'UTF-16' | undefined {
  const [first, second, third] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  return isMarked || isUtf8(bytes) ? 'UTF-8' : undefined;
}
