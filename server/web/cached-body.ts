import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Request, Response } from 'express';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

/**
 * How a body is compressed: `fast` while somebody waits for it, `best` where it is made once at
 * the start. A smaller body is sent as it is: compressing it saves no packet.
 */
const COMPRESSION = {
  fast: { minBytes: 1_000, brotli: 6, gzip: 6 },
  best: { minBytes: 501, brotli: 11, gzip: 9 },
  none: { minBytes: Infinity, brotli: 0, gzip: 0 },
} as const;

/** Above this size `fast` takes a fifth of the time for a tenth more bytes. */
const LARGE_BYTES = 2_000_000;
const LARGE_QUALITY = 4;

/**
 * Who may keep a body, and for how long.
 * - `shared`: caches on the way for a second, so that a crowd behind one costs one request a
 *   second; browsers ask each time.
 * - `private`: the browser alone, which asks each time.
 * - `revalidate`: everybody, and asks each time.
 * - `forever`: everybody, for good: the address names the content.
 */
const CACHE_CONTROL = {
  shared: 'public, max-age=0, s-maxage=1',
  private: 'private, no-cache',
  revalidate: 'public, max-age=0, must-revalidate',
  forever: 'public, max-age=31536000, immutable',
} as const;

export type CachePolicy = keyof typeof CACHE_CONTROL;

export interface BodyOptions {
  readonly etag: string;
  readonly bytes: Buffer;
  /** JSON by default. */
  readonly type?: string;
  /** `fast` by default. */
  readonly compression?: keyof typeof COMPRESSION;
}

/**
 * The body of an answer, kept in memory and sent to many. Every body with an ETag goes this way.
 *
 * 1. {@link BodyCache} keeps the body made last and makes another when the tag differs.
 * 2. {@link sendBody} answers 304 to whoever names the tag in If-None-Match, and to HEAD without
 *    the bytes.
 * 3. Each compressed form is made on its first use, off the main thread, and shared by all who
 *    wait for it.
 */
export class CachedBody {
  readonly etag: string;
  readonly type: string;
  /** Whether what is sent depends on the encodings a client accepts. */
  readonly isVarying: boolean;
  readonly #bytes: Buffer;
  readonly #compression: keyof typeof COMPRESSION;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor({ etag, bytes, type = 'application/json', compression = 'fast' }: BodyOptions) {
    this.etag = etag;
    this.type = type;
    this.#bytes = bytes;
    this.#compression = compression;
    this.isVarying = compression !== 'none';
  }

  get size(): number {
    return this.#bytes.length;
  }

  /** The encoding for a client that accepts `accepted`, in which refused ones do not stand. */
  choose(accepted: readonly string[]): Encoding {
    if (this.size < COMPRESSION[this.#compression].minBytes) return 'identity';
    return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
  }

  encode(encoding: Encoding): Promise<Buffer> {
    const made = this.#encoded.get(encoding) ?? this.#make(encoding);
    this.#encoded.set(encoding, made);
    return made;
  }

  #make(encoding: Encoding): Promise<Buffer> {
    const settings = COMPRESSION[this.#compression];
    const isSlow = this.#compression === 'fast' && this.#bytes.length > LARGE_BYTES;
    switch (encoding) {
      case 'br':
        return compressBrotli(this.#bytes, {
          params: {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_QUALITY]: isSlow ? LARGE_QUALITY : settings.brotli,
            [constants.BROTLI_PARAM_SIZE_HINT]: this.#bytes.length,
          },
        });
      case 'gzip':
        return compressGzip(this.#bytes, { level: isSlow ? LARGE_QUALITY : settings.gzip });
      case 'identity':
        return Promise.resolve(this.#bytes);
      default:
        return encoding satisfies never;
    }
  }
}

/** A JSON body. */
export function createJsonBody(etag: string, content: unknown): CachedBody {
  return new CachedBody({ etag, bytes: Buffer.from(JSON.stringify(content)) });
}

/** Making bodies takes at most one part in this many of the time, however fast the content changes. */
const REST_PER_WORK = 4;

/** The JSON body made last, for as long as it shows what is asked for. */
export class BodyCache {
  #body: CachedBody | undefined;
  #madeMs = 0;
  #restUntilMs = 0;

  /** The body with this tag, made now if it is not the last one. */
  get(etag: string, render: () => unknown): CachedBody {
    if (this.#body?.etag !== etag) this.#body = createJsonBody(etag, render());
    return this.#body;
  }

  /**
   * Like {@link get}, but while the content changes many times a second the last body is given for
   * a moment longer. It is also made anew when it gets older than `maxAgeMs`.
   */
  getRecent(etag: string, render: () => unknown, nowMs: number, maxAgeMs = Infinity): CachedBody {
    if (this.#body) {
      const isCurrent = this.#body.etag === etag && nowMs - this.#madeMs < maxAgeMs;
      if (isCurrent || nowMs < this.#restUntilMs) return this.#body;
    }
    const startedMs = performance.now();
    this.#body = createJsonBody(etag, render());
    this.#madeMs = nowMs;
    this.#restUntilMs = nowMs + REST_PER_WORK * (performance.now() - startedMs);
    return this.#body;
  }

  clear(): void {
    this.#body = undefined;
  }
}

/** Sends a body, or 304 to whoever has it. An answer that is not 200 is always sent whole. */
export async function sendBody(
  req: Request,
  res: Response,
  body: CachedBody,
  policy: CachePolicy,
): Promise<void> {
  res.set({ ETag: body.etag, 'Cache-Control': CACHE_CONTROL[policy] });
  if (body.isVarying) res.set('Vary', 'Accept-Encoding');
  if (res.statusCode === 200 && isKnown(req.get('if-none-match'), body.etag)) {
    res.status(304).end();
    return;
  }
  const encoding = body.choose(req.acceptsEncodings());
  const bytes = await body.encode(encoding);
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.set({ 'Content-Type': body.type, 'Content-Length': String(bytes.length) });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** RFC 9110 13.1.2: weak comparison against a list of tags, or `*`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
