import type { Sharp } from 'sharp';

import { sharp } from '#server/web/limited-sharp.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { PictureName } from '#shared/model/race-config.ts';

/** In bytes: the signature of every PNG. */
const SIGNATURE = 8;
/** In bytes: the length and the type before the data of a chunk, and the checksum after it. */
const HEAD = 8;
const CHECKSUM = 4;

/** The chunks of the pixels, in any number. */
const PIXELS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** How to show the pixels: transparency, colour spaces, orientation. */
const MEANING = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'eXIf'];

/**
 * Keeps the parts of a PNG that make up the picture; undefined for a file that is cut off or no sequence of chunks. This
 * removes whatever else a decoder would unpack: a text chunk of 50 kB can become 50 MB, and a file can hold a
 * hundred. Of the rest only the pixels, bounded by the size of the picture, and one colour profile, bounded by libpng,
 * are compressed.
 */
export function stripPng(png: Buffer): Buffer | undefined {
  const kept = Buffer.allocUnsafe(png.length);
  let size = png.copy(kept, 0, 0, SIGNATURE);
  // Each of these may occur once.
  const meaning = new Set(MEANING);
  let start = SIGNATURE;
  let type = '';
  while (type !== 'IEND') {
    if (start + HEAD > png.length) return undefined;
    const end = start + HEAD + png.readUInt32BE(start) + CHECKSUM;
    if (end > png.length) return undefined;
    type = png.toString('latin1', start + 4, start + HEAD);
    if (PIXELS.has(type) || meaning.delete(type)) size += png.copy(kept, size, start, end);
    // A capital marks a chunk without which the picture cannot be shown, and this one is unknown.
    else if (/^[^a-z]/.test(type)) return undefined;
    start = end;
  }
  return kept.subarray(0, size);
}

interface PictureRule {
  readonly kind: 'PNG' | 'JPEG';
  readonly signature: readonly number[];
  /** A picture with more pixels could fill the memory once it is unpacked. */
  readonly maxPixels: number;
  readonly maxSide: number;
  /** Removes what the decoder must not unpack; undefined for a broken file. */
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
    // The largest photograph of a telephone; a JPEG is reduced while it is read.
    maxPixels: 50_000_000,
    maxSide: 2_400,
    // Only the pixels are compressed in a JPEG: the rest takes no more than the file.
    strip: (bytes) => bytes,
    encode: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  },
};

export interface PictureFault {
  readonly reason: 'wrong-kind' | 'too-large' | 'broken';
  readonly message: string;
}

/** The re-encoded picture, or why it is refused. */
type ReEncoding = Result<Buffer, PictureFault>;

const BROKEN = err<PictureFault>({
  reason: 'broken',
  message: 'The picture is broken or incomplete. Open it, save it again and choose it again.',
});

/** Pictures are unpacked one at a time: each can take hundreds of megabytes for a moment. */
let lastJob: Promise<unknown> = Promise.resolve();

/**
 * Encodes a picture again from its pixels, upright and at most as large as a screen shows it:
 * anything else in the file (a script behind the picture, the place of a photograph) is dropped.
 */
export function reEncodePicture(name: PictureName, bytes: Buffer): Promise<ReEncoding> {
  const job = lastJob.then(() => runJob(RULES[name], bytes));
  lastJob = job.catch(() => undefined);
  return job;
}

async function runJob(rule: PictureRule, file: Buffer): Promise<ReEncoding> {
  if (!rule.signature.every((byte, index) => file[index] === byte)) {
    const message = `This is not a ${rule.kind} picture. Save it as ${rule.kind} and choose it again.`;
    return err({ reason: 'wrong-kind', message });
  }
  const bytes = rule.strip(file);
  if (!bytes) return BROKEN;
  try {
    // Only the head is read without a limit, so that the message can give the size.
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
    // The library has no classes of errors: on any of them this file cannot be read.
    return BROKEN;
  }
}

function refuseSize({ maxPixels }: PictureRule, width: number, height: number): ReEncoding {
  const allowed = `${maxPixels / 1_000_000} million pixels at most`;
  const message = `The picture is too large: it has ${width} × ${height} pixels, and ${allowed}. Save it smaller and choose it again.`;
  return err({ reason: 'too-large', message });
}
