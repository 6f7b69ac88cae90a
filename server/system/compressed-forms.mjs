import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** In the folder of the page; a hidden name is never an address. */
const FOLDER = '.compressed';
/** Formats that are compressed already. */
const PACKED = /\.(?:png|jpg|woff2)$/;

/**
 * The tag of these bytes, the same for the same content.
 * @param {Buffer | string} bytes
 * @returns {string}
 */
export function tagOfBytes(bytes) {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 20);
}

/**
 * The path of the compressed form of a content, by its tag, so that none is sent for a file that has changed.
 * @param {string} root
 * @param {string} tag
 * @param {'br' | 'gzip'} encoding
 * @returns {string}
 */
export function compressedPath(root, tag, encoding) {
  return join(root, FOLDER, `${tag}.${encoding}`);
}

/**
 * Compresses the files of a built page with the strongest settings, so that serving them needs no compression.
 * @param {string} root
 */
export async function compressFiles(root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !PACKED.test(entry.name),
  );
  mkdirSync(join(root, FOLDER));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      const tag = tagOfBytes(bytes);
      const params = {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const [br, gz] = await Promise.all([
        compressBrotli(bytes, { params }),
        compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      writeFileSync(compressedPath(root, tag, 'br'), br);
      writeFileSync(compressedPath(root, tag, 'gzip'), gz);
    }),
  );
}
