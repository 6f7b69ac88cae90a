import type { Sharp } from 'sharp';

import { sharp } from '#server/web/limited-sharp.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { PictureName } from '#shared/model/race-config.ts';

/** Bytes of the PNG signature. */
const SIGNATURE = 8;
/** Bytes around the data of a chunk: length and type before it, checksum after it. */
const HEAD = 8;
const CHECKSUM = 4;

/** The pixels; any number of chunks. */
const PIXELS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** Transparency, colour spaces, orientation; one chunk each. */
const DISPLAY = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'eXIf'];

/**
 * Removes all chunks of a PNG that aren't needed to show it: a text chunk of 50 kB can unpack to 50 MB. The remaining
 * compressed data, the pixels and one colour profile, is bounded by the picture size and by libpng. Undefined for a
 * truncated or malformed file.
 */
export function stripPng(png: Buffer): Buffer | undefined {
  const kept = Buffer.allocUnsafe(png.length);
  let size = png.copy(kept, 0, 0, SIGNATURE);
  const once = new Set(DISPLAY);
  let start = SIGNATURE;
  let type = '';
  while (type !== 'IEND') {
    if (start + HEAD > png.length) return undefined;
    const end = start + HEAD + png.readUInt32BE(start) + CHECKSUM;
    if (end > png.length) return undefined;
    type = png.toString('latin1', start + 4, start + HEAD);
    if (PIXELS.has(type) || once.delete(type)) size += png.copy(kept, size, start, end);
    // An unknown critical chunk (upper-case initial): the picture can't be shown without it.
    else if (/^[^a-z]/.test(type)) return undefined;
    start = end;
  }
  return kept.subarray(0, size);
}

interface PictureRule {
  readonly kind: 'PNG' | 'JPEG';
  readonly signature: readonly number[];
  /** Bounds the memory of the unpacked picture. */
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
    // The largest phone photographs; JPEG is downscaled while reading.
    maxPixels: 50_000_000,
    maxSide: 2_400,
    // Only the pixels of a JPEG are compressed.
    strip: (bytes) => bytes,
    encode: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  },
};

export interface PictureFault {
  readonly reason: 'wrong-kind' | 'too-large' | 'broken';
  readonly message: string;
}

type ReEncoding = Result<Buffer, PictureFault>;

const BROKEN = err<PictureFault>({
  reason: 'broken',
  message: 'The picture is broken or incomplete. Open it, save it again and choose it again.',
});

/** One at a time: each picture can take hundreds of megabytes. */
let lastJob: Promise<unknown> = Promise.resolve();

/**
 * Re-encodes the pixels, upright and no larger than a screen needs; drops everything else in the file, such as appended
 * scripts and the location of a photograph.
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
    // Reads only the header, to give the size in the message.
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
    // The library has no error classes: treat any error as a broken file.
    return BROKEN;
  }
}

function refuseSize({ maxPixels }: PictureRule, width: number, height: number): ReEncoding {
  const allowed = `${maxPixels / 1_000_000} million pixels at most`;
  const message = `The picture is too large: it has ${width} × ${height} pixels, and ${allowed}. Save it smaller and choose it again.`;
  return err({ reason: 'too-large', message });
}
