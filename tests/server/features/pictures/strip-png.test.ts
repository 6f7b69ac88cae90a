import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { reEncodePicture, stripPng } from '#server/features/pictures/re-encode-picture.ts';
import { writePngChunk } from '#tests/support/png-chunk.ts';

/** The end of a PNG's header. */
const HEAD_END = 8 + 25;
/** The unpacked size of each text. */
const TEXT_BYTES = 50_000_000;
const CHUNKS = 5;
/** In kB: less than the unpacked texts, far more than a small picture. */
const MEMORY_LIMIT = 150_000;

let png: Buffer;
let packedText: Buffer;

beforeAll(async () => {
  const create = { width: 20, height: 10, channels: 4, background: '#096b4580' } as const;
  png = await sharp({ create }).withMetadata({ orientation: 6 }).png().toBuffer();
  packedText = deflateSync(Buffer.alloc(TEXT_BYTES, 'a'), { level: 9 });
});

async function readPixels(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer();
}

function insert(chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, HEAD_END), ...chunks, png.subarray(HEAD_END)]);
}

test('[CL28] chunks that unpack to gigabytes take no memory and change nothing', async () => {
  const plain = await reEncodePicture('logo', png);
  if (!plain.ok) throw new Error(plain.error.message);
  // With the orientation applied.
  expect(await sharp(plain.value).metadata()).toMatchObject({ width: 10, height: 20 });
  const heads = { zTXt: 'k\0\0', iTXt: 'k\0\u0001\0\0\0', iCCP: 'k\0\0' };
  const chunks = Object.entries(heads).flatMap(([type, head]) => {
    const chunk = writePngChunk(type, Buffer.concat([Buffer.from(head), packedText]));
    return Array<Buffer>(CHUNKS).fill(chunk);
  });

  const before = process.resourceUsage().maxRSS;
  const made = await reEncodePicture('logo', insert(chunks));
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(MEMORY_LIMIT);
  if (!made.ok) throw new Error(made.error.message);
  expect(await readPixels(made.value)).toEqual(await readPixels(plain.value));
});

test('[CL28] the decoder gets only the chunks that make the picture', () => {
  const others = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'acTL', 'prVt'];
  const made = insert(others.map((type) => writePngChunk(type, Buffer.from('k\0\0'))));
  expect(stripPng(Buffer.concat([made, Buffer.from('<script>')]))).toEqual(stripPng(png));
});

test.each<[string, (picture: Buffer) => Buffer]>([
  ['cut off in a chunk’s header', (picture) => picture.subarray(0, HEAD_END + 5)],
  ['cut off in its pixels', (picture) => picture.subarray(0, picture.length - 14)],
  ['without its end', (picture) => picture.subarray(0, picture.length - 12)],
  ['with a length past its end', () => insert([Buffer.from('\u007f\u007f\u007f\u007ftEXt')])],
  ['with an unknown critical chunk', () => insert([writePngChunk('CgBI', Buffer.alloc(4))])],
  ['with two headers', (picture) => insert([picture.subarray(8, HEAD_END)])],
])('[CL28] a PNG %s is broken', async (_name, damage) => {
  expect(await reEncodePicture('logo', damage(png))).toMatchObject({ error: { reason: 'broken' } });
});
