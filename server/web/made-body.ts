import { SECOND_MS } from '#shared/model/time.ts';

import { CachedBody } from './cached-body.ts';

export interface BodySource {
  /** The tag of the present content. */
  readonly tag: () => string;
  readonly make: (nowMs: number) => {
    readonly etag: string;
    readonly bytes: Buffer;
    /** JSON by default. */
    readonly type?: string;
  };
  /** It is made again when it gets older than this. */
  readonly maxAgeMs?: number;
}

/** Making a body takes at most a tenth of the time, however fast the content changes. */
const REST_PER_WORK = 9;
/** A larger body is made at most once a second. */
const LARGE_BYTES = 1_000_000;

/**
 * A body of a content that changes many times a second.
 *
 * 1. It is made when somebody asks and the last one is no longer current, whole and at one moment.
 * 2. For a while after, everybody gets the last one, which says of when it is.
 * 3. After {@link clear} nobody gets one that was made before.
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
      if (isResting || this.#last.body.etag === tag()) return this.#last.body;
    }
    const beganMs = performance.now();
    const body = new CachedBody(make(nowMs));
    const workMs = performance.now() - beganMs;
    const leastMs = body.size > LARGE_BYTES ? SECOND_MS : 0;
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
