/** In bytes: the mark of every PNG. */
const SIGNATURE = 8;
/** In bytes: the length and the type before the data of a chunk, and the checksum behind it. */
const HEAD = 8;
const CHECKSUM = 4;

/** The pixels, in as many pieces as there are. */
const PIXELS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** What the pixels mean: see-through colours, colour spaces, which side is up. */
const MEANING = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'eXIf'];

/**
 * Leaves of a PNG what makes the picture, and undefined of a file that is cut
 * off or no row of chunks. What a decoder would unpack beside the pixels is
 * gone with it: a text chunk of 50 kB can become 50 MB, and a file hold a
 * hundred. Of what stays only the pixels are compressed, which the size of the
 * picture bounds, and the one colour profile, which libpng bounds itself.
 */
export function stripPng(png: Buffer): Buffer | undefined {
  const kept = Buffer.allocUnsafe(png.length);
  let size = png.copy(kept, 0, 0, SIGNATURE);
  // Each of these has its place once.
  const meaning = new Set(MEANING);
  let start = SIGNATURE;
  let type = '';
  while (type !== 'IEND') {
    if (start + HEAD > png.length) return undefined;
    const end = start + HEAD + png.readUInt32BE(start) + CHECKSUM;
    if (end > png.length) return undefined;
    type = png.toString('latin1', start + 4, start + HEAD);
    if (PIXELS.has(type) || meaning.delete(type)) size += png.copy(kept, size, start, end);
    // A capital says that the picture cannot be shown without this chunk, which nobody here knows.
    else if (/^[^a-z]/.test(type)) return undefined;
    start = end;
  }
  return kept.subarray(0, size);
}
