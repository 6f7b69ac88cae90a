import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Smaller bodies are sent as they are: compressing them saves no packet. */
const MIN_COMPRESSED_BYTES = 1_000;
/** Above this size the fast settings are used: they take a fifth of the time for a tenth more bytes. */
const LARGE_BYTES = 2_000_000;

/**
 * A body that is made once and sent to many: each compressed form is made on
 * its first use, off the main thread, and shared by all who wait for it.
 */
export class VersionedBody {
  readonly etag: string;
  readonly #identity: Buffer;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(etag: string, text: string) {
    this.etag = etag;
    this.#identity = Buffer.from(text);
  }

  get size(): number {
    return this.#identity.length;
  }

  /** The encoding used for a client that accepts `accepted`, best first. */
  choose(accepted: readonly string[]): Encoding {
    if (this.#identity.length < MIN_COMPRESSED_BYTES) return 'identity';
    return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
  }

  encode(encoding: Encoding): Promise<Buffer> {
    const made = this.#encoded.get(encoding) ?? this.#make(encoding);
    this.#encoded.set(encoding, made);
    return made;
  }

  async #make(encoding: Encoding): Promise<Buffer> {
    const isLarge = this.#identity.length > LARGE_BYTES;
    switch (encoding) {
      case 'br':
        return compressBrotli(this.#identity, {
          params: {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_QUALITY]: isLarge ? 4 : 6,
            [constants.BROTLI_PARAM_SIZE_HINT]: this.#identity.length,
          },
        });
      case 'gzip':
        return compressGzip(this.#identity, { level: isLarge ? 4 : 6 });
      case 'identity':
        return this.#identity;
      default:
        return encoding satisfies never;
    }
  }
}
