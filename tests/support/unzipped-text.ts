import { inflateRawSync } from 'node:zlib';

/** The header of a file in a ZIP, such as a workbook. */
const LOCAL_FILE = Buffer.from('PK\u0003\u0004', 'latin1');

/** The texts of all files of a ZIP; empty for anything else. */
export function unzippedText(bytes: Buffer): string {
  if (!bytes.subarray(0, 4).equals(LOCAL_FILE)) return '';
  const texts: string[] = [];
  for (let at = 0; at >= 0; at = bytes.indexOf(LOCAL_FILE, at + 4)) {
    const isDeflated = bytes.readUInt16LE(at + 8) === 8;
    const dataAt = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const data = bytes.subarray(dataAt);
    // Inflating stops at the end of the file.
    texts.push(String(isDeflated ? inflateRawSync(data) : data));
  }
  return texts.join('\n');
}
