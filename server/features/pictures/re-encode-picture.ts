import type { Sharp } from 'sharp';

import { sharp } from '#server/web/limited-sharp.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { PictureName } from '#shared/model/picture.ts';

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

/** What is asked of a picture, and what is made of it. */
interface PictureRule {
  readonly kind: 'PNG' | 'JPEG';
  readonly signature: readonly number[];
  /** A picture of more pixels could fill the memory once it is unpacked. */
  readonly maxPixels: number;
  readonly maxSide: number;
  /** Takes away what the decoder must not unpack; undefined for a broken file. */
  readonly strip: (bytes: Buffer) => Buffer | undefined;
  readonly encode: (picture: Sharp) => Sharp;
}

const RULES: Readonly<Record<PictureName, PictureRule>> = {
  logo: {
    kind: 'PNG',
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    maxPixels: 16_000_000,
    maxSide: 512,
    strip: stripPng,
    encode: (picture) => picture.png({ compressionLevel: 9 }),
  },
  background: {
    kind: 'JPEG',
    signature: [0xff, 0xd8, 0xff],
    // A telephone's best photograph; a JPEG is made smaller while it is read.
    maxPixels: 50_000_000,
    maxSide: 2_400,
    // Nothing but the pixels is compressed in a JPEG: what is beside them takes what the file takes.
    strip: (bytes) => bytes,
    encode: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  },
};

/** Why a picture is not taken. */
export interface PictureFault {
  readonly reason: 'wrong-kind' | 'too-large' | 'broken';
  readonly message: string;
}

/** The picture as it is kept and served, or why it cannot be. */
type ReEncoding = Result<Buffer, PictureFault>;

const BROKEN = err<PictureFault>({
  reason: 'broken',
  message: 'The picture is broken or cut off. Open it, save it anew and choose it again.',
});

/** Pictures are unpacked one at a time: each can take hundreds of megabytes for a moment. */
let lastJob: Promise<unknown> = Promise.resolve();

/**
 * Makes a picture anew from its pixels, upright and at most as large as a
 * screen shows it: what else the file holds (a script behind the picture, the
 * place a photograph was taken) is left behind.
 */
export function reEncodePicture(name: PictureName, bytes: Buffer): Promise<ReEncoding> {
  const job = lastJob.then(() => runJob(RULES[name], bytes));
  lastJob = job.catch(() => undefined);
  return job;
}

async function runJob(rule: PictureRule, file: Buffer): Promise<ReEncoding> {
  if (!rule.signature.every((byte, index) => file[index] === byte)) {
    const message = `This is no ${rule.kind} picture. Save it as ${rule.kind} and choose it again.`;
    return err({ reason: 'wrong-kind', message });
  }
  const bytes = rule.strip(file);
  if (!bytes) return BROKEN;
  try {
    // The head alone is read without a limit, so that the size can be named.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > rule.maxPixels) return refuseSize(rule, width, height);
    const picture = sharp(bytes, { limitInputPixels: rule.maxPixels, failOn: 'warning' })
      .autoOrient()
      .resize({
        width: rule.maxSide,
        height: rule.maxSide,
        fit: 'inside',
        withoutEnlargement: true,
      });
    return ok(await rule.encode(picture).toBuffer());
  } catch {
    // The library has no classes of errors: whatever it says, this file cannot be read.
    return BROKEN;
  }
}

function refuseSize({ maxPixels }: PictureRule, width: number, height: number): ReEncoding {
  const allowed = `${maxPixels / 1_000_000} million pixels are allowed`;
  const message = `The picture is too large: it has ${width} × ${height} pixels, and ${allowed}. Save it smaller and choose it again.`;
  return err({ reason: 'too-large', message });
}
