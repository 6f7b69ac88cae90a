import type { ByteEncoding } from '#shared/wire/import-mapping.ts';

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

/** Where the private characters stand that bytes from 0x80 on are written as until it is known what they are. */
const MARKS_FROM = 0xe000;
const MARK = /[\uE080-\uE0FF]/g;

/** Whether a text has bytes in it of which the meaning is open. */
export function hasMarks(text: string): boolean {
  return text.search(MARK) !== -1;
}

/** A text of which each byte is a character: those of ASCII as they are, the others to be read by {@link readMarked}. */
export function markBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00FF]/g, (char) => String.fromCharCode(MARKS_FROM + char.charCodeAt(0)));
}

/** The text as it is in an encoding. A byte that means nothing there is a control character, which no name holds. */
export function readMarked(text: string, encoding: ByteEncoding): string {
  const upper = listUpper(encoding);
  return text.replaceAll(MARK, (char) => upper[char.charCodeAt(0) - MARKS_FROM - 0x80] ?? char);
}

/** What the bytes 0x80 to 0x9F stand for in Windows-1252; every other byte is its own code point. */
const WINDOWS_1252_UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const UPPER_BYTES = Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
const known = new Map<ByteEncoding, readonly string[]>();

/** What the bytes from 0x80 on stand for. */
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
