import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import Negotiator from 'negotiator';

import { tagOfBytes } from '#server/system/compressed-forms.mjs';
import { SECOND_MS } from '#shared/model/time.ts';

/** The encodings of a body, the one used first if equally preferred. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** No browser sends more; the rest is ignored. */
const MOST_CHARACTERS = 500;

/** The library's types lack the second argument. */
type Rank = (
  available: readonly Encoding[],
  options: { readonly preferred: readonly Encoding[] },
) => Encoding[];

/**
 * The encodings a client accepts, the preferred one first (RFC 9110 12.5.3). Without the header it gets the body
 * unpacked. The list is empty when it refuses them all.
 */
export function rankEncodings(header?: string): readonly Encoding[] {
  const negotiator = read('accept-encoding', header);
  return (negotiator.encodings as Rank).call(negotiator, ENCODINGS, { preferred: ENCODINGS });
}

/** The languages of a browser, the preferred one first (RFC 9110 12.5.4). */
export function rankLanguages(header?: string): readonly string[] {
  return read('accept-language', header).languages();
}

function read(name: string, header?: string): Negotiator {
  return new Negotiator({ headers: { [name]: header?.slice(0, MOST_CHARACTERS) } });
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A smaller body is sent uncompressed: compressing it saves no packet. */
const MIN_BYTES = 501;
/** Of brotli and gzip alike, since a client waits for it. */
const QUALITY = 6;
/** Above this size {@link LARGE_QUALITY} takes a fifth of the time for a tenth more bytes. */
const LARGE_BYTES = 2_000_000;
const LARGE_QUALITY = 4;

interface BodyOptions {
  readonly etag: string;
  readonly bytes: Buffer;
  /** JSON by default. */
  readonly type?: string;
  /** Whether it is compressed already, as pictures are. */
  readonly isPacked?: boolean;
  /** The request header it depends on, in addition to the encodings. */
  readonly vary?: string;
  readonly encoded?: ReadonlyMap<Encoding, Buffer>;
}

/**
 * The body of an answer, kept in memory and sent to many. Every body with an ETag is one.
 *
 * 1. {@link BodyCache}, or {@link MadeBody} for a crowd, keeps the last body and makes another when the tag differs.
 * 2. `sendBody` answers 304 to a client that names the tag in If-None-Match, and HEAD without the bytes.
 * 3. Each compressed form is made on its first use, off the main thread, and shared by all who wait for it.
 */
export class CachedBody {
  readonly etag: string;
  readonly type: string;
  /** The request headers on which the answer depends, in the form of `Vary`. */
  readonly vary: string;
  readonly #isPacked: boolean;
  readonly #bytes: Buffer;
  readonly #encoded: Map<Encoding, Promise<Buffer>>;

  constructor({
    etag,
    bytes,
    type = 'application/json; charset=utf-8',
    isPacked = false,
    vary = '',
    encoded = new Map(),
  }: BodyOptions) {
    this.etag = etag;
    this.type = type;
    this.#bytes = bytes;
    this.#encoded = new Map(
      Array.from(encoded, ([encoding, form]) => [encoding, Promise.resolve(form)]),
    );
    this.#isPacked = isPacked;
    this.vary = [isPacked ? '' : 'Accept-Encoding', vary].filter(Boolean).join(', ');
  }

  static ofJson(etag: string, content: unknown): CachedBody {
    return new CachedBody({ etag, bytes: Buffer.from(JSON.stringify(content)) });
  }

  /** A page in the language of the request. */
  static ofHtml(html: string): CachedBody {
    const etag = `"${tagOfBytes(html)}"`;
    const type = 'text/html; charset=utf-8';
    return new CachedBody({ etag, bytes: Buffer.from(html), type, vary: 'Accept-Language' });
  }

  get size(): number {
    return this.#bytes.length;
  }

  /** A strong tag identifies the exact bytes (RFC 9110 8.8.3.3); a compressed form has the weak one. */
  tagOf(encoding: Encoding): string {
    const isStrong = !this.etag.startsWith('W/');
    return encoding !== 'identity' && isStrong ? `W/${this.etag}` : this.etag;
  }

  /** The encoding for a client with these accepted encodings, the preferred one first. */
  choose(accepted: readonly Encoding[]): Encoding {
    if (this.#isPacked) return 'identity';
    if (this.size < MIN_BYTES && accepted.includes('identity')) return 'identity';
    // A client that refuses them all is better served than refused.
    return accepted[0] ?? 'identity';
  }

  encode(encoding: Encoding): Promise<Buffer> {
    const made = this.#encoded.get(encoding) ?? this.#make(encoding);
    this.#encoded.set(encoding, made);
    return made;
  }

  #make(encoding: Encoding): Promise<Buffer> {
    const quality = this.#bytes.length > LARGE_BYTES ? LARGE_QUALITY : QUALITY;
    switch (encoding) {
      case 'br':
        return compressBrotli(this.#bytes, {
          params: {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: this.#bytes.length,
          },
        });
      case 'gzip':
        return compressGzip(this.#bytes, { level: quality });
      case 'identity':
        return Promise.resolve(this.#bytes);
      default:
        return encoding satisfies never;
    }
  }
}

/** The last JSON body, reused while its tag is current. */
export class BodyCache {
  #body: CachedBody | undefined;

  /** The body with this tag, made now unless it is the last one. */
  get(etag: string, render: () => unknown): CachedBody {
    if (this.#body?.etag !== etag) {
      this.#body = CachedBody.ofJson(etag, render());
    }
    return this.#body;
  }
}

interface BodySource {
  /** The tag of the present content. */
  readonly tag: (nowMs: number) => string;
  /** The content, which is sent as JSON. */
  readonly make: (nowMs: number) => object;
  /** An older body is made again. */
  readonly maxAgeMs?: number;
}

/** Making a body takes at most a tenth of the time, however fast the content changes. */
const REST_PER_WORK = 9;
/** A larger body is made at most once a second. */
const SECONDLY_BYTES = 1_000_000;

/**
 * The body of content that changes many times a second.
 *
 * 1. It is made on request when the last one is outdated, whole and at one moment.
 * 2. For a while the last one is served, which has its version.
 * 3. After {@link clear} no earlier one is served.
 */
export class MadeBody {
  readonly #source: BodySource;
  #last: { readonly body: CachedBody; readonly madeMs: number } | undefined;
  #restUntilMs = 0;

  constructor(source: BodySource) {
    this.#source = source;
  }

  get(nowMs: number): CachedBody {
    const { tag, make, maxAgeMs = Infinity } = this.#source;
    // The clock may have been set back since.
    const ageMs = this.#last ? nowMs - this.#last.madeMs : 0;
    if (this.#last && Math.abs(ageMs) < maxAgeMs) {
      const isResting = ageMs >= 0 && nowMs < this.#restUntilMs;
      if (isResting || this.#last.body.etag === tag(nowMs)) return this.#last.body;
    }
    const beganMs = performance.now();
    const etag = tag(nowMs);
    const body = CachedBody.ofJson(etag, make(nowMs));
    const workMs = performance.now() - beganMs;
    const leastMs = body.size > SECONDLY_BYTES ? SECOND_MS : 0;
    this.#restUntilMs = nowMs + workMs + Math.max(leastMs, REST_PER_WORK * workMs);
    this.#last = { body, madeMs: nowMs };
    return body;
  }

  /** The old content must no longer be shown, for example after an import. */
  clear(): void {
    this.#last = undefined;
    this.#restUntilMs = 0;
  }
}
