import { yieldToOthers } from '#server/race/yield-queue.ts';
import { finish, type Steps } from '#shared/scoring/steps.ts';

import { CachedBody } from './cached-body.ts';

export interface MadeBody {
  readonly etag: string;
  readonly bytes: Buffer;
  /** JSON by default. */
  readonly type?: string;
}

export interface BodySource {
  /** The tag of the present content. */
  readonly tag: () => string;
  /** Whether it can be made in one go: a few milliseconds. */
  readonly isSmall: () => boolean;
  /** Yields before each step, so the content has to be captured in one of them. */
  readonly make: (nowMs: number) => Steps<MadeBody>;
  /** It is made again when it gets older than this. */
  readonly maxAgeMs?: number;
}

/** Making bodies takes at most one part in this many of the time, however fast the content changes. */
const REST_PER_WORK = 4;
/** The time of compressing, which is done elsewhere on request: 12 ms a megabyte. */
const COMPRESSION_MS_PER_BYTE = 12e-6;

/**
 * A body of a content that changes many times a second and is too large to be made at once.
 *
 * 1. It is made when somebody asks and the last one is no longer current; whoever asks first waits for it.
 * 2. A large one is made in steps, others having a turn before each; it shows one moment of them.
 * 3. Meanwhile, and for a while after, everybody else gets the last one, which says of when it is.
 * 4. After {@link clear} nobody gets one that was begun before.
 */
export class StepwiseBody {
  readonly #source: BodySource;
  readonly #yieldNow: () => Promise<unknown>;
  #last: { readonly body: CachedBody; readonly madeMs: number } | undefined;
  #making: Promise<CachedBody> | undefined;
  #restUntilMs = 0;
  #clears = 0;

  constructor(source: BodySource, yieldNow: () => Promise<unknown> = yieldToOthers) {
    this.#source = source;
    this.#yieldNow = yieldNow;
  }

  get(nowMs: number): CachedBody | Promise<CachedBody> {
    const { tag, isSmall, make, maxAgeMs = Infinity } = this.#source;
    // The clock may have been set back since.
    const ageMs = this.#last ? nowMs - this.#last.madeMs : 0;
    if (this.#last && Math.abs(ageMs) < maxAgeMs) {
      const isResting = ageMs >= 0 && nowMs < this.#restUntilMs;
      const isGoodEnough = this.#making !== undefined || isResting;
      if (isGoodEnough || this.#last.body.etag === tag()) return this.#last.body;
    }
    if (this.#making) return this.#making;
    const begun = { steps: timeWork(make(nowMs)), nowMs };
    if (isSmall()) return this.#keep(begun, finish(begun.steps));
    this.#making = this.#makeInSlices(begun);
    return this.#making;
  }

  /** The old content must no longer be shown, for example after an import. */
  clear(): void {
    this.#last = undefined;
    this.#making = undefined;
    this.#restUntilMs = 0;
    this.#clears += 1;
  }

  async #makeInSlices(begun: Begun): Promise<CachedBody> {
    const clears = this.#clears;
    try {
      for (;;) {
        await this.#yieldNow();
        if (clears !== this.#clears) return await this.get(begun.nowMs);
        const step = begun.steps.next();
        if (step.done) return this.#keep(begun, step.value);
      }
    } finally {
      if (clears === this.#clears) this.#making = undefined;
    }
  }

  #keep({ nowMs }: Begun, { made, workMs, tookMs }: Timed): CachedBody {
    const body = new CachedBody(made);
    this.#last = { body, madeMs: nowMs };
    const costMs = workMs + body.size * COMPRESSION_MS_PER_BYTE;
    this.#restUntilMs = nowMs + tookMs + REST_PER_WORK * costMs;
    return body;
  }
}

interface Begun {
  readonly nowMs: number;
  readonly steps: Steps<Timed>;
}

interface Timed {
  readonly made: MadeBody;
  readonly workMs: number;
  /** From the first step to the last, including the yields. */
  readonly tookMs: number;
}

function* timeWork(steps: Steps<MadeBody>): Steps<Timed> {
  const startedMs = performance.now();
  let workMs = 0;
  for (;;) {
    const beganMs = performance.now();
    const step = steps.next();
    const endedMs = performance.now();
    workMs += endedMs - beganMs;
    if (step.done) return { made: step.value, workMs, tookMs: endedMs - startedMs };
    yield;
  }
}
